import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { Environment, MessageContent, TextPart } from '@hermes/core'
import { english } from '@hermes/safety/language'
import { denialReason, type ProtectedFolders } from '@hermes/safety/protect'
import { createRedactor } from '@hermes/safety/redact'
import { createScan } from '@hermes/safety/scan'

export interface MentionsOptions {
  readonly environment: Pick<Environment, 'files' | 'workingDirectory'>
  /** The agent's home. */
  readonly agentHome: string
  readonly mode: ProtectedFolders['mode']
}

/** A message with the files that it names, as they were when it was sent. */
export interface Mentioned {
  /** The text as it was typed, followed by one part per file. */
  readonly content: MessageContent
  /** Paths of the files that were attached. */
  readonly attached: readonly string[]
  /** Why files were not attached, one sentence each. */
  readonly problems: readonly string[]
}

const mostFiles = 10
const mostBytes = 64 * 1024

/** Attaches the files that a message names as `@path` or `@"a path"`. Other words with an `@` stay unchanged. */
export async function withMentions(text: string, options: MentionsOptions): Promise<Mentioned> {
  const paths = mentionsIn(text)
  if (paths.length === 0) return { content: text, attached: [], problems: [] }
  const parts: TextPart[] = []
  const attached: string[] = []
  const problems: string[] = []
  for (const path of paths) {
    const read =
      attached.length < mostFiles ? await readMention(path, options) : { problem: english`there are too many files` }
    if (read === undefined) continue
    if ('problem' in read) problems.push(english`@${path} is not attached: ${read.problem}.`)
    else {
      attached.push(path)
      parts.push({ type: 'text', text: `<file path=${JSON.stringify(path)}${read.note}>\n${read.text}\n</file>` })
    }
  }
  return { content: parts.length === 0 ? text : [{ type: 'text', text }, ...parts], attached, problems }
}

function mentionsIn(text: string): readonly string[] {
  const found = text.slice(0, 100_000).matchAll(/(?:^|\s)@(?:"([^"\n]+)"|([^\s"]+))/g)
  const paths = [...found].map(([, quoted, plain = '']) => quoted ?? plain.replace(/(?<![.,;:!?)])[.,;:!?)]+$/, ''))
  return [...new Set(paths)].filter((path) => path !== '')
}

type Read = { readonly text: string; readonly note: string } | { readonly problem: string } | undefined

/** Resolves to `undefined` if the word does not name a file. */
async function readMention(
  path: string,
  { environment: { files, workingDirectory }, agentHome, mode }: MentionsOptions,
): Promise<Read> {
  const status = await files.stat(resolve(workingDirectory, path)).catch(() => undefined)
  if (status?.kind !== 'file') return status && { problem: english`it is not a file` }
  const resolved = await files.resolve(resolve(workingDirectory, path))
  const folders = { home: homedir(), agentHome, workspace: workingDirectory, mode }
  const refusal = denialReason('read', resolved, folders)
  if (refusal !== undefined) return { problem: refusal }
  try {
    const bytes = await files.read(resolved, { length: mostBytes, resolvesTo: resolved })
    if (bytes.includes(0)) return { problem: english`it is not text` }
    const text = createRedactor().redact(new TextDecoder().decode(bytes))
    if ((await createScan()(text, { surface: 'context' })).block)
      return { problem: english`it contains instructions to the model` }
    const note = status.size > bytes.length ? ` note="the first ${bytes.length} of ${status.size} bytes"` : ''
    return { text, note }
  } catch (error) {
    return { problem: error instanceof Error ? error.message.replace(/\.$/, '') : english`it cannot be read` }
  }
}
