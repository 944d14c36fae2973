import { type Assessment, defineTool, type JsonObject, type Tool, type ToolContext } from '@hermes/core'
import { isRecord, oneLine } from '@hermes/safety'
import type { MemoryTarget } from '../files/memory-files.js'
import type { MemoryWrites } from '../writes/memory-writes.js'
import { describeOutcome } from './describe-outcome.js'
import { parameters, readCall } from './read-call.js'
import { memoryIdentity } from './tool-identity.js'

export interface MemoryToolOptions {
  readonly writes: MemoryWrites
  /** The files that the tool may change. */
  readonly targets: readonly MemoryTarget[]
  /** Resolves to the person whose memory a call changes, or `undefined` for the owner. */
  personOf(context: ToolContext): Promise<string | undefined>
  /** Hides secrets in what the model reads of the files. Default: nothing is hidden. */
  readonly redact?: (text: string) => string
}

/**
 * Creates the tool `memory`, which changes what the agent knows in later conversations. Its results show the file as it
 * is now.
 */
export function memoryTool({ writes, targets, personOf, redact }: MemoryToolOptions): Tool {
  return defineTool({
    ...memoryIdentity,
    description:
      'Keep facts for later conversations, as short entries that stay true, without secrets. A full file archives its oldest entries: merge and shorten.',
    parameters,
    effect: 'idempotent',
    concurrency: 'never',
    changesFiles: false,
    // Facts that a sub-agent learns reach the memory through the conversation.
    delegable: false,
    guidance:
      'Save with memory, unasked, what later conversations need: preferences and corrections of the user, facts of their environment, decisions; no progress of tasks, nothing easily looked up.',
    assess: async (args) => assess(args),
    summarize: (args) => effectsOf(args).join('; '),
    async run(args, context) {
      const { target, edits } = readCall(args, targets)
      const { sessionId } = context
      const outcome = await writes.write({ target, edits, by: 'tool', sessionId, person: await personOf(context) })
      return { content: describeOutcome(target, outcome, redact), display: { status: outcome.status } }
    },
  })
}

/**
 * Assesses a call. An entry is part of the instructions of later conversations. Each entry is a separate effect, so
 * that after untrusted content a person sees every entry before it is stored.
 */
function assess(args: JsonObject): Assessment {
  const effects = effectsOf(args)
  const outward = (effects.length > 0 ? effects : ['change its memory']).map(
    (does) => ({ kind: 'lasts', does }) as const,
  )
  return { verdict: 'run', reasons: [], outward }
}

/** Returns what a call, valid or not, would do. */
function effectsOf({ operations, ...single }: JsonObject): readonly string[] {
  const all = Array.isArray(operations) ? operations : [single]
  return all.flatMap((each) => {
    const { content, old_text: old } = isRecord(each) ? each : {}
    return [
      ...(typeof old === 'string' ? [`remove from its memory: "${oneLine(old, shownChars)}"`] : []),
      ...(typeof content === 'string' ? [`keep in its memory: "${oneLine(content, shownChars)}"`] : []),
    ]
  })
}

/** Maximum number of characters shown, more than an entry may have. */
const shownChars = 50_000
