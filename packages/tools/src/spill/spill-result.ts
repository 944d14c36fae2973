import type { ContentPart, MessageContent } from '@hermes/core'
import { boundContent, type CutNote, contentLength } from '../shared/bound-output.js'
import type { SpillFile, SpillOrigin, SpillStore } from './spill-store.js'

export interface SpillResultOptions {
  /** Maximum characters of the result. */
  readonly limit: number
  readonly spill: SpillStore | undefined
  readonly origin: SpillOrigin
  /** Name of the session's file reading tool, if any, for the hint to the model. */
  readonly readTool: string | undefined
}

/** Returns content within the limit unchanged. For longer content, returns head and tail with the path of the complete file. */
export async function spillResult(content: MessageContent, options: SpillResultOptions): Promise<MessageContent> {
  const { limit, spill, origin, readTool } = options
  if (contentLength(content) <= limit) return boundContent(content, limit)
  const file = await spill?.keep(whole(content), origin)
  return boundContent(content, limit, file && noteOn(file, { readTool, hasLines: typeof content === 'string' }))
}

function whole(content: MessageContent): string {
  if (typeof content === 'string') return content
  return content
    .filter(isText)
    .map(({ text }) => text)
    .join('\n')
}

function isText(part: ContentPart): part is Extract<ContentPart, { type: 'text' }> {
  return part.type === 'text'
}

function noteOn(
  { path, characters, isCut }: SpillFile,
  { readTool, hasLines }: { readonly readTool: string | undefined; readonly hasLines: boolean },
): CutNote {
  const kept = isCut ? `the first ${characters.toLocaleString('en-US')} characters are in` : 'all of it is in'
  return ({ leftOut, line }) => {
    const how = readTool === undefined ? '' : ` (read on with ${readTool}${hasLines ? `, offset=${line}` : ''})`
    return `\n\n[... ${leftOut.toLocaleString('en-US')} characters left out; ${kept} ${path}${how} ...]\n\n`
  }
}
