// Brings the notes of Sagacity into OpenCode. Written by `sagacity setup opencode`, which replaces it when it changes.
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"

const PROGRAM = []
const MEMORY_HOME = ""
const LIMIT_MS = 3000
const UNASKED_BEFORE = new Set(["todoread", "todowrite"])
const UNASKED_AFTER = new Set(["todoread", "todowrite", "read", "glob", "grep", "list"])

// What the hook program answers to one event, {} for nothing. Never throws, never takes longer than LIMIT_MS.
function ask(event, fields) {
  return new Promise((resolve) => {
    let child
    let out = ""
    const end = () => {
      clearTimeout(timer)
      try {
        resolve(JSON.parse(out).hookSpecificOutput ?? {})
      } catch {
        resolve({})
      }
    }
    const timer = setTimeout(() => {
      out = ""
      try {
        child?.kill("SIGKILL")
      } catch {}
      end()
    }, LIMIT_MS)
    try {
      if (!PROGRAM.length || !existsSync(PROGRAM[0]) || !existsSync(PROGRAM.at(-1))) return end()
      const env = MEMORY_HOME ? { ...process.env, SAGACITY_HOME: MEMORY_HOME } : process.env
      const args = [...PROGRAM.slice(1), event, "--client", "opencode"]
      child = spawn(PROGRAM[0], args, { stdio: ["pipe", "pipe", "ignore"], env })
      child.on("error", end)
      child.on("close", end)
      child.stdin.on("error", () => {})
      child.stdout.on("data", (data) => (out += data))
      child.stdin.end(JSON.stringify({ hook_event_name: event, ...fields }))
    } catch {
      end()
    }
  })
}

export const Sagacity = async ({ directory }) => {
  const created = new Set()
  const started = new Set()
  const compacted = new Set()
  const children = new Set()
  const waiting = new Map()
  const about = (session, fields) => ({ session_id: session, cwd: directory, ...fields })

  // How the session starts with this message; "" when it has started.
  const startOf = (session) => {
    const source = compacted.delete(session) ? "compact" : created.has(session) ? "startup" : "resume"
    if (source !== "compact" && started.has(session)) return ""
    started.add(session)
    return source
  }

  return {
    event: async ({ event }) => {
      const session = event.properties?.sessionID ?? event.properties?.info?.id
      if (event.type === "session.created") created.add(session)
      if (event.type === "session.created" && event.properties.info?.parentID) children.add(session)
      if (event.type === "session.compacted") compacted.add(session)
      if (event.type === "session.idle" && !children.has(session)) await ask("Stop", about(session, {}))
      if (event.type === "session.deleted") await ask("SessionEnd", about(session, { reason: "deleted" }))
    },

    // What is said stands in the message itself, so that it is kept with the session and not sent twice.
    "chat.message": async ({ sessionID }, { message, parts }) => {
      if (children.has(sessionID)) return
      const own = parts.filter((part) => part.type === "text" && !part.synthetic)
      const prompt = own.map((part) => part.text).join("\n")
      const source = startOf(sessionID)
      const answers = [
        source ? await ask("SessionStart", about(sessionID, { source })) : {},
        await ask("UserPromptSubmit", about(sessionID, { prompt })),
      ]
      const last = parts.at(-1)?.id ?? "prt_"
      for (const [at, answer] of answers.entries()) {
        const text = answer.additionalContext
        const place = { id: `${last}s${at}`, sessionID, messageID: message.id }
        if (text) parts.push({ ...place, type: "text", text, synthetic: true })
      }
    },

    "tool.execute.before": async ({ tool, sessionID, callID }, { args }) => {
      if (UNASKED_BEFORE.has(tool)) return
      const answer = await ask("PreToolUse", about(sessionID, { tool_name: tool, tool_input: args }))
      if (answer.permissionDecision === "deny") throw new Error(answer.permissionDecisionReason)
      if (answer.additionalContext) waiting.set(callID, answer.additionalContext)
    },

    "tool.execute.after": async ({ tool, sessionID, callID, args }, result) => {
      const said = [waiting.get(callID)]
      waiting.delete(callID)
      if (!UNASKED_AFTER.has(tool)) {
        const used = { tool_name: tool, tool_input: args }
        const fields = result.metadata?.exit ? { ...used, error: result.output } : { ...used, tool_response: result.output }
        const event = result.metadata?.exit ? "PostToolUseFailure" : "PostToolUse"
        said.push((await ask(event, about(sessionID, fields))).additionalContext)
      }
      for (const text of said) if (text) result.output = `${result.output}\n\n${text}`
    },

    "experimental.session.compacting": async ({ sessionID }) => {
      await ask("PreCompact", about(sessionID, { trigger: "auto" }))
    },
  }
}
