import { basename, join } from 'node:path'
import type { FileSystem } from '@hermes/core/environment'
import type { Scan } from '@hermes/safety/scan'
import { cutMiddle } from './cut-middle.js'
import type { FolderEntries } from './folder-entries.js'
import { readSmallText } from './read-small-text.js'
import { repository } from './repository-search.js'

/** Called with a file that was omitted because it tries to manipulate the agent. */
export type OnBlocked = (path: string, findings: readonly string[]) => void

export interface FolderTextOptions {
  /** The files as commands see them. */
  readonly files: FileSystem
  /** The maximum number of characters to include. */
  readonly maxChars: number
  readonly scan: Scan
  readonly onBlocked?: OnBlocked
}

export interface ContextFileOptions extends FolderTextOptions {
  /** The absolute path of the working folder. */
  readonly workingDirectory: string
  /** The entries of the working folder. */
  readonly entries: FolderEntries
  /** Returns the folders above the working folder, from the inside out, up to the root of its git repository; none outside a repository. */
  readonly parents: () => Promise<readonly string[]>
}

/** Names that are searched for in the working folder and its parents, up to the root of its git repository. */
const inherited = ['.hermes.md', 'HERMES.md']
/** Names that are searched for only in the working folder. */
const local = ['AGENTS.md', 'CLAUDE.md', '.cursorrules']
const cursorFolder = '.cursor'
const cursorRules = join(cursorFolder, 'rules')

/**
 * Reads a project's instructions for agents, from the first of the common file names that exists. Returns an empty text if there is none or
 * it cannot be read. A file that tries to manipulate the agent is replaced by a note, because a repository may be untrusted.
 */
export async function readContextFile(options: ContextFileOptions): Promise<string> {
  const { files, workingDirectory, entries, parents, maxChars } = options
  if (maxChars === 0) return ''
  // Most folders have none of these files, so one listing saves a look for each name.
  const isListed = listedIn(entries)
  const isRoot = isListed(repository) && (await files.stat(join(workingDirectory, repository))) !== undefined
  const above = await firstText(files, [
    ...inherited.filter(isListed).map((name) => join(workingDirectory, name)),
    ...(isRoot ? [] : await parents()).flatMap((folder) => inherited.map((name) => join(folder, name))),
  ])
  const found = above ?? (await ownText(files, workingDirectory, isListed))
  if (!found) return ''
  return (await refusal(found, options)) ?? introduce(found.path, cutMiddle(found.text, maxChars))
}

/** Reads the instructions of a folder for working in it, in the form that follows the result of a tool. Returns an empty text if there are none. */
export async function readFolderInstructions(folder: string, options: FolderTextOptions): Promise<string> {
  const { files, maxChars } = options
  const own = await firstText(
    files,
    inherited.map((name) => join(folder, name)),
  )
  const found = own ?? (await ownText(files, folder, () => true))
  if (!found) return ''
  const text = (await refusal(found, options)) ?? cutMiddle(found.text, maxChars)
  return `[Instructions for work in ${folder}, from ${basename(found.path)}:]\n${text}`
}

/** Whether a folder may have an entry of a name. */
type IsListed = (name: string) => boolean

/** Ignores case, because names differ in case on some file systems. If a folder cannot be listed, it may still have every entry. */
function listedIn(entries: FolderEntries): IsListed {
  if (!entries) return () => true
  const names = new Set(entries.map(({ name }) => name.toLowerCase()))
  return (name) => names.has(name.toLowerCase())
}

interface FoundText {
  readonly path: string
  readonly text: string
}

/** Returns the first of the files that has a text. */
async function firstText(files: FileSystem, paths: readonly string[]): Promise<FoundText | undefined> {
  for (const path of paths) {
    const text = withoutFrontmatter(await readSmallText(files, path)).trim()
    if (text) return { path, text }
  }
  return undefined
}

async function ownText(files: FileSystem, folder: string, isListed: IsListed): Promise<FoundText | undefined> {
  const text = await firstText(
    files,
    local.filter(isListed).map((name) => join(folder, name)),
  )
  if (text || !isListed(cursorFolder)) return text
  return rulesOf(files, join(folder, cursorRules))
}

/** Joins the Cursor rules that apply to the whole project. Rules for single files are left to the tools that read these files. */
async function rulesOf(files: FileSystem, folder: string): Promise<FoundText | undefined> {
  if ((await files.stat(folder))?.kind !== 'directory') return undefined
  const names = (await files.list(folder)).map(({ name }) => name).filter((name) => name.endsWith('.mdc'))
  const texts: string[] = []
  for (const name of names.toSorted()) {
    const text = await readSmallText(files, join(folder, name))
    const isForAll = !/^alwaysApply:[ \t]*false[ \t]*\r?$/m.test(frontmatterOf(text))
    if (isForAll) texts.push(withoutFrontmatter(text).trim())
  }
  const text = texts.filter(Boolean).join('\n\n')
  return text ? { path: folder, text } : undefined
}

function introduce(path: string, text: string): string {
  const name = path.endsWith(cursorRules) ? '.cursor/rules' : basename(path)
  return `Instructions of this project, from ${name}:\n\n${text}`
}

/** Scans the whole text, including parts that will be cut. Returns a note if the text is refused. */
async function refusal({ path, text }: FoundText, { scan, onBlocked }: FolderTextOptions): Promise<string | undefined> {
  const { findings, block } = await scan(text, { surface: 'context' })
  if (!block) return undefined
  const names = findings.filter(({ blocks }) => blocks).map(({ name }) => name)
  onBlocked?.(path, names)
  const reason = names.includes('scan_unfinished')
    ? 'it could not be scanned within the limits of time and memory'
    : `it holds what looks like an attempt to steer you (${names.join(', ')})`
  return `[${basename(path)} was left out: ${reason}.]`
}

const frontmatter = /^---\r?\n(?:.*\r?\n)*?---[ \t]*(?:\r?\n|$)/

function frontmatterOf(text: string): string {
  return frontmatter.exec(text)?.[0] ?? ''
}

function withoutFrontmatter(text: string): string {
  return text.replace(frontmatter, '')
}
