import type { ToolCall } from '../contracts/model/message.js'
import { createCodeTracker } from './code-tracker.js'
import { readCalls } from './markup-calls.js'
import { type CallDraft, MarkupReader, prefix } from './markup-reader.js'

export interface ToolMarkup {
  /** The text before the calls. */
  readonly text: string
  /** One or more calls. */
  readonly calls: readonly ToolCall[]
  /**
   * Whether the text ends inside the last call. Its `arguments` are then the part that was written, which is invalid JSON, so the
   * call cannot run.
   */
  readonly isCut: boolean
}

/**
 * Parses the tool calls that models on local servers write into their text: `<tool_call>` with JSON (Hermes, Qwen) or with keys and
 * values (GLM), `<function=name>` with JSON (Llama) or parameters (Qwen Coder, Seed), `<invoke name>` (also MiniMax and DeepSeek),
 * `[TOOL_CALLS]` (Mistral), `<|python_tag|>` (Llama), the special tokens of DeepSeek and Kimi, and JSON with `name` and `arguments`
 * that is the whole text or its only code block.
 *
 * A text about tool calls contains no calls: only other calls may follow the first one, every name must be in `toolNames`, tags must
 * start a line or follow a sentence, and code, quotations and reasoning are skipped. Takes linear time.
 *
 * @param generateId Generates an id for each call, in order.
 */
export function parseToolMarkup(
  text: string,
  toolNames: readonly string[],
  generateId: () => string,
): ToolMarkup | undefined {
  const names = new Set(toolNames)
  const from = endOfThoughts(text)
  if (from === undefined) return undefined
  const found = readWhole(text, from) ?? readTail(text, from)
  if (!found?.drafts.every(({ name }) => names.has(name))) return undefined
  return {
    text: text.slice(0, found.start).trimEnd(),
    calls: found.drafts.map(({ name, args }) => ({
      id: generateId(),
      type: 'function',
      function: { name, arguments: args },
    })),
    isCut: found.drafts.some(({ isCut }) => isCut),
  }
}

interface Found {
  readonly start: number
  readonly drafts: readonly CallDraft[]
}

/** Finds the start of the answer. Some servers omit the opening tag of the reasoning. */
function endOfThoughts(text: string): number | undefined {
  const index = text.indexOf('</think>')
  const end = index + '</think>'.length
  if (/^\s{0,100}<think>/.test(text)) return index < 0 ? undefined : end
  return index < 0 || /^\s{0,100}[[{`]/.test(text) || text.slice(0, index).search(openers) >= 0 ? 0 : end
}

/** Reads a text that consists only of JSON, or of one code block. */
function readWhole(text: string, from: number): Found | undefined {
  const start = from + (/\S/.exec(text.slice(from))?.index ?? 0)
  const fence = /^```(?:json|tool_call|tool_calls|tool_code|xml)?[ \t]*\n/.exec(text.slice(start, start + 100))
  if (!fence && !/^[[{]/.test(text.slice(start, start + 1))) return undefined
  const bodyStart = start + (fence?.[0].length ?? 0)
  const end = fence ? text.trimEnd().replace(/\n[ \t]*```$/, '').length : text.length
  const body = text.slice(bodyStart, end)
  if (fence && body.includes('\n```')) return undefined
  const drafts = readCalls(new MarkupReader(body))
  return drafts && { start, drafts }
}

/** The maximum number of start positions to try: enough for a text that mentions a tag before it uses it. */
const maxTries = 5

const openers = new RegExp(
  String.raw`(?<token>\[TOOL_CALLS\]|<[|\uff5c](?:python_tag|tool[_\u2581]calls?(?:[_\u2581]section)?(?:[_\u2581]begin)?)[|\uff5c]>)|<${prefix}(?:tool_?calls?|function_calls)>|<function(?:\s*=|\s+name\s*=)|<${prefix}invoke\s+name\s*=`,
  'g',
)

/** Finds the calls at the end of a text. */
function readTail(text: string, from: number): Found | undefined {
  const code = createCodeTracker(text, from)
  let tries = 0
  for (const match of text.slice(from).matchAll(openers)) {
    const start = from + match.index
    if (code.isCode(start) || !(match.groups?.token || isOwnStatement(text, from, start))) continue
    const drafts = readCalls(new MarkupReader(text, start))
    if (drafts) return { start, drafts }
    tries += 1
    if (tries === maxTries) return undefined
  }
  return undefined
}

/** Whether a position is at the start of a line that is not Markdown code, or after the end of a sentence. */
function isOwnStatement(text: string, from: number, start: number): boolean {
  return /(?:^|\n) {0,3}$|[.!?…。！？][ \t]{0,3}$/.test(text.slice(Math.max(from, start - 5), start))
}
