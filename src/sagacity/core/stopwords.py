"""Words that say nothing about what is asked, small talk that asks nothing, and words that half of all tasks hold."""

from __future__ import annotations

STOP_WORDS = frozenset(
    """
a about above after again all also am an and any are as at be because been before being below between both but by can
cannot could did do does doing don down during each few for from further get gets getting got had has have having he
her here hers him his how i if in into is isn it its itself just let lets me more most my no nor not now of off on once
only or other our ours out over own same she should so some such than that the their theirs them then there these they
this those through to too under until up us very was we were what when where which while who whom why will with would
you your yours im ive id dont doesnt didnt cant isnt arent wasnt whats thats theres
der die das und oder ist sind ein eine einen mit von zu auf für nicht wie was wo ich wir
le la les un une des et ou est sont de du que qui pour dans sur avec ne pas je nous vous
el los las una y o es son del que para por con no se lo
""".split()
)

CHATTER = frozenset(
    """
ok okay yes yeah yep no nope sure thanks thank thx ty please pls great good nice cool perfect awesome excellent fine
right correct exactly hi hello hey bye go continue proceed next done ready stop wait resume again retry try yet start
begin keep going on do it commit push run rerun fix test tests ahead looks look works work well really think sounds see
lgtm hmm ah oh wow sorry np way make change changes apply approve approved accept accepted agreed agree show tell now
review finish finished same one two first second last more less better best another everything nothing something maybe
ja nein danke bitte weiter gut merci oui non si gracias vale sí
好 好的 谢谢 继续 是的 可以 はい ありがとう 続けて
""".split()
)

EVERYDAY = frozenset(
    """
add append argument bit block branch button call case change class clean cleanup code command comment compile
component config configuration convert copy create data debug default define delete dependency description detail
directory doc docs docstring document documentation edit enable endpoint error example exception explain explanation
extend extract fail failure feature field file find fix folder format function generate handle helper hint idea
implement implementation import improve initialise initialize input inside install interface issue item key library
line link list load log logic loop message method model module move name note number object open option order output
package page parameter parse parser part pass path place print problem process program project property pull question
read refactor reference release remove rename replace repo repository request response result return rewrite row run
save script search section select send server set setting setup short shorter show simple simplify slow sort source
split start state step store string structure style support switch table tag task template term text thing time title
token translate type unit update use user utility validate value variable version view want warning way word write
""".split()
)


def is_everyday(term: str) -> bool:
    """Whether the term, or what it is a form of, is a word of nearly every developer's task. term: lower case."""
    if term in EVERYDAY or term in CHATTER:
        return True
    for ending, instead in (("s", ""), ("es", ""), ("ed", ""), ("d", ""), ("ing", ""), ("ing", "e"), ("ies", "y")):
        if term.endswith(ending) and term[: -len(ending)] + instead in EVERYDAY:
            return True
    stem = term.removesuffix("ing").removesuffix("ed")
    return stem != term and len(stem) > 3 and stem[-1:] == stem[-2:-1] and stem[:-1] in EVERYDAY
