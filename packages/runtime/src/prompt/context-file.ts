import { basename, dirname, join } from 'node:path'
import type { FileSystem } from '@hermes/core/environment'
import { codeOf } from '@hermes/safety'
import type { Scan } from '@hermes/safety/scan'
import { cutMiddle } from './cut-middle.js'

/** Called with a file that was omitted because it tries to manipulate the agent. */
export type OnBlocked = (path: string, findings: readonly string[]) => void

export interface ContextFileOptions {
  /** The files as the commands see them. */
  readonly files: FileSystem
  /** Absolute. */
  readonly workingDirectory: string
  /** The longest text to include. */
  readonly maxChars: number
  readonly scan: Scan
  readonly onBlocked?: OnBlocked
}

/** Searched for in the working folder and its parents, up to the root of its git repository. */
const inherited = ['.hermes.md', 'HERMES.md']
/** Searched for only in the working folder. */
const local = ['AGENTS.md', 'CLAUDE.md', '.cursorrules']
/** No sensible instruction file is longer; the rest is not read. The scan of this much takes some 30 ms. */
const maxBytes = 200_000

/**
 * A project's instructions for agents: the first of the common file names that exists. Empty if there is none or it cannot be read. A file
 * that tries to manipulate the agent is replaced by a note, because a repository may be untrusted.
 */
export async function readContextFile(options: ContextFileOptions): Promise<string> {
  const { files, workingDirectory, maxChars } = options
  if (maxChars === 0) return ''
  const folders = await upToRepository(files, workingDirectory)
  const candidates = [
    ...folders.flatMap((folder) => inherited.map((name) => join(folder, name))),
    ...local.map((name) => join(workingDirectory, name)),
  ]
  for (const path of candidates) {
    const text = withoutFrontmatter(await readText(files, path)).trim()
    if (text) return (await refusal(path, text, options)) ?? introduce(path, cutMiddle(text, maxChars))
  }
  return ''
}

function introduce(path: string, text: string): string {
  return `Instructions of this project, from ${basename(path)}:\n\n${text}`
}

/** Scans the whole file, including parts that will be cut. */
async function refusal(
  path: string,
  text: string,
  { scan, onBlocked }: ContextFileOptions,
): Promise<string | undefined> {
  const { findings, block } = await scan(text, { surface: 'context' })
  if (!block) return undefined
  const names = findings.filter(({ blocks }) => blocks).map(({ name }) => name)
  onBlocked?.(path, names)
  return `[${basename(path)} was left out: it holds what looks like an attempt to steer you (${names.join(', ')}).]`
}

/** The text of a regular file; empty if there is none that can be read. */
async function readText(files: FileSystem, path: string): Promise<string> {
  try {
    if ((await files.stat(path))?.kind !== 'file') return ''
    return new TextDecoder().decode(await files.read(path, { start: 0, length: maxBytes }))
  } catch (error) {
    if (isUnreadable(error)) return ''
    throw error
  }
}

/** The folder and its parents up to the one that contains `.git`; only the folder outside of a repository. */
async function upToRepository(files: FileSystem, folder: string): Promise<readonly string[]> {
  const passed: string[] = []
  for (let current = folder; ; current = dirname(current)) {
    passed.push(current)
    if (await files.stat(join(current, '.git'))) return passed
    if (dirname(current) === current) return [folder]
  }
}

function withoutFrontmatter(text: string): string {
  return text.replace(/^---\r?\n(?:.*\r?\n)*?---[ \t]*(?:\r?\n|$)/, '')
}

function isUnreadable(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'ENOENT'].includes(codeOf(error) ?? '')
}
