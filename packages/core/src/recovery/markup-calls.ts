import { readArguments, readJsonCall } from './markup-json.js'
import { type CallDraft, type MarkupReader, prefix } from './markup-reader.js'
import { readKeyedCall, readTagCall } from './markup-tags.js'

/** Matches tags and tokens that introduce, wrap and separate calls. */
const mark = new RegExp(
  [
    String.raw`\[TOOL_CALLS\]`,
    `</?${prefix}(?:tool_?calls?|function_calls)>`,
    '</function>',
    `<[|｜]/?(?:python_tag|tool[_▁]calls?|tool[_▁]calls?(?:[_▁]section)?[_▁](?:begin|end))[|｜]>`,
  ].join('|'),
  'y',
)
const separator =
  /(?:[\s;,\]]|\[(?!TOOL_CALLS))+|<\|(?:im_end|eot_id|eom_id|end|endoftext|end_of_text)\|>|<[|｜]end▁of▁sentence[|｜]>|<\/s>/y

/** Matches tool results that some models make up after their calls. */
const inventedResult = /<\/?(?:tool_response|tool_result|function_results?)>/y

/** Match the name before the arguments: `functions.name:0`, `function<sep>name`, `name[ARGS]`. */
const namedCalls = [
  /<\|tool_call_begin\|>\s{0,20}(?:functions\.)?([\w-]{1,64})(?::\d{1,9})?\s{0,20}<\|tool_call_argument_begin\|>/y,
  /<[|｜]tool[_▁]call[_▁]begin[|｜]>\s{0,20}(?:function<[|｜]tool[_▁]sep[|｜]>)?([\w-]{1,64})(?:<[|｜]tool[_▁]sep[|｜]>)?(?:\s{0,20}```json)?(?=\s{0,20}\{|\s{0,20}$)/y,
  /([\w-]{1,64})(?:\[CALL_ID\][\w-]{0,64})?\[ARGS\]/y,
]

/**
 * Reads calls from the current position to the end of the text.
 * @returns `undefined` when there is anything else.
 */
export function readCalls(reader: MarkupReader): readonly CallDraft[] | undefined {
  const drafts: CallDraft[] = []
  let isMarked = false
  while (!reader.isAtEnd) {
    const named = readNamed(reader)
    const isMark = !named && reader.take(mark) !== undefined
    isMarked ||= isMark
    if (isMark || (!named && reader.take(separator))) continue
    if (!named && drafts.length > 0 && reader.take(inventedResult)) break
    const draft = named ?? readCall(reader, isMarked)
    if (draft) drafts.push(draft)
    // Fails, unless another call was cut off before its name.
    else if (drafts.length === 0 || !reader.isAtEnd) return undefined
  }
  return drafts.length > 0 ? drafts : undefined
}

function readNamed(reader: MarkupReader): CallDraft | undefined {
  for (const pattern of namedCalls) {
    const name = reader.take(pattern)?.[1]
    if (name === undefined) continue
    const draft = readArguments(reader, name)
    reader.take(/\s{0,20}```/y)
    return draft
  }
  return undefined
}

function readCall(reader: MarkupReader, isMarked: boolean): CallDraft | undefined {
  if (reader.sees(/\{/y)) return readJsonCall(reader, isMarked)
  if (reader.sees(/</y)) return readTagCall(reader)
  return isMarked ? (readKeyedCall(reader) ?? readNamedJson(reader)) : undefined
}

/** Reads `[TOOL_CALLS]name{...}`. */
function readNamedJson(reader: MarkupReader): CallDraft | undefined {
  const name = reader.take(/([\w-]{1,64})(?=\s{0,20}\{)/y)?.[1]
  return name === undefined ? undefined : readArguments(reader, name)
}
