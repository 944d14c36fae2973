import { readArguments } from './markup-json.js'
import { type CallDraft, type MarkupReader, prefix } from './markup-reader.js'

const opening = new RegExp(
  String.raw`<(?:function\s{0,5}=\s{0,5}|(?:${prefix}invoke|function)\s{1,5}name\s{0,5}=\s{0,5})["']?([\w.-]{1,64})["']?\s{0,5}>`,
  'y',
)
const closing = new RegExp(String.raw`\s*</${prefix}(?:function|invoke)>`, 'y')
const parameter = new RegExp(
  String.raw`\s*<${prefix}parameter(?:\s{0,5}=\s{0,5}|\s{1,5}name\s{0,5}=\s{0,5})["']?([\w.-]{1,64})["']?[^<>]{0,100}>`,
  'y',
)
/**
 * Matches the end of a value, which may contain parameter tags itself: it ends before another parameter or the end of
 * the call.
 */
const endOfValue = new RegExp(
  String.raw`</${prefix}parameter>(?=\s*(?:<${prefix}parameter[\s=]|</${prefix}(?:function|invoke)>|(?:<[^<>\n]{0,60})?$))`,
  'g',
)

/** Reads `<function=name>` or `<invoke name="...">`, with JSON or parameters in it. */
export function readTagCall(reader: MarkupReader): CallDraft | undefined {
  const name = reader.take(opening)?.[1]
  if (name === undefined) return undefined
  reader.skipSpace()
  if (!reader.sees(/\{/y)) return readParameters(reader, name)
  const draft = readArguments(reader, name)
  reader.take(closing)
  return draft
}

function readParameters(reader: MarkupReader, name: string): CallDraft | undefined {
  const values: [string, string][] = []
  for (;;) {
    if (reader.take(closing)) return toDraft(name, values)
    const key = reader.take(parameter)?.[1]
    if (key === undefined) break
    endOfValue.lastIndex = reader.position
    const end = endOfValue.exec(reader.text)
    values.push([key, trimLine(reader.text.slice(reader.position, end?.index))])
    reader.position = end ? end.index + end[0].length : reader.text.length
    // The closing quote and brace have not been written yet.
    if (!end) return { name, args: JSON.stringify(Object.fromEntries(values)).slice(0, -2), isCut: true }
  }
  reader.skipSpace()
  if (!isUnfinishedTag(reader)) return undefined
  return {
    name,
    args: `${JSON.stringify(Object.fromEntries(values)).slice(0, -1)}${values.length ? ',' : ''}"`,
    isCut: true,
  }
}

/** Whether the reader is at the end of the text, or at the start of a tag that is cut off. */
function isUnfinishedTag(reader: MarkupReader): boolean {
  const isUnfinished = reader.isAtEnd || reader.sees(/<[^<>\n]{0,100}$/y) !== undefined
  if (isUnfinished) reader.position = reader.text.length
  return isUnfinished
}

function trimLine(value: string): string {
  return value.replace(/^\r?\n/, '').replace(/\r?\n[ \t]*$/, '')
}

/** Reads `name`, followed by pairs of `<arg_key>` and `<arg_value>`, inside `<tool_call>`. */
export function readKeyedCall(reader: MarkupReader): CallDraft | undefined {
  const name = reader.take(/([\w.-]{1,64})\s*(?=<arg_key>|<\/tool_call>)/y)?.[1]
  if (name === undefined) return undefined
  const values: [string, string][] = []
  for (;;) {
    const key = reader.take(/\s*<arg_key>([^<]{1,200})<\/arg_key>\s*<arg_value>/y)?.[1]
    if (key === undefined) break
    const end = reader.text.indexOf('</arg_value>', reader.position)
    values.push([key.trim(), trimLine(reader.text.slice(reader.position, end < 0 ? undefined : end))])
    reader.position = end < 0 ? reader.text.length : end + '</arg_value>'.length
    if (end < 0) return { name, args: JSON.stringify(Object.fromEntries(values)).slice(0, -2), isCut: true }
  }
  return toDraft(name, values)
}

function toDraft(name: string, values: readonly [string, string][]): CallDraft {
  return { name, args: JSON.stringify(Object.fromEntries(values)), isCut: false }
}
