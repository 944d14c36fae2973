import { join } from 'node:path'
import type { FileSystem } from '@hermes/core/environment'
import type { Scan } from '@hermes/safety/scan'
import type { FolderEntries } from './folder-entries.js'
import { readSmallText } from './read-small-text.js'

export interface CodingBriefOptions {
  /** The files as commands see them. */
  readonly files: FileSystem
  /** The absolute path of the working folder. */
  readonly workingDirectory: string
  /** The entries of the working folder. */
  readonly entries: FolderEntries
  readonly scan: Scan
}

const rules =
  'This is a code project. Read the code and its tests before you change them, keep their style, and run the checks of the project before you call work done. Commit or push only when the user asks.'

const manifests = [
  'package.json',
  'pyproject.toml',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'Gemfile',
  'composer.json',
  'mix.exs',
  'CMakeLists.txt',
  'Makefile',
]

const lockFiles: Readonly<Record<string, string>> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'package-lock.json': 'npm',
  'bun.lock': 'bun',
  'uv.lock': 'uv',
  'poetry.lock': 'poetry',
}

const shownCommits = 3

/**
 * Describes how to work in a code project, and the state of its repository when the session began. It reads files and runs nothing, because
 * a repository may be hostile. Returns an empty text if the working folder is neither a project nor the root of a repository.
 */
export async function codingBrief({ files, workingDirectory, entries, scan }: CodingBriefOptions): Promise<string> {
  // A folder that cannot be listed is not a project that this text could help with.
  const names = new Set(entries?.map(({ name }) => name))
  const found = manifests.filter((name) => names.has(name))
  if (found.length === 0 && !names.has('.git')) return ''
  const managers = Object.entries(lockFiles).flatMap(([name, manager]) => (names.has(name) ? manager : []))
  return [
    rules,
    ...(found.length > 0
      ? [`It has ${found.join(', ')}${managers.length > 0 ? ` (${managers.join(', ')})` : ''}.`]
      : []),
    ...(await repositoryLines(files, join(workingDirectory, '.git'), scan)),
  ].join('\n')
}

async function repositoryLines(files: FileSystem, folder: string, scan: Scan): Promise<readonly string[]> {
  const head = (await readSmallText(files, join(folder, 'HEAD'))).trim()
  if (head === '') return []
  const branch = /^ref: refs\/heads\/(\S{1,200})$/.exec(head)?.[1]
  const state = await stateOf(files, folder)
  const place = branch === undefined ? `detached at ${head.slice(0, 12)}` : `on branch ${branch}`
  const commits = commitsOf(await readSmallText(files, join(folder, 'logs', 'HEAD'), { fromEnd: true }))
  const lines = [
    `When the session began, git was ${place}${state}.`,
    ...(commits.length > 0 ? [`Latest commits here: ${commits.join('; ')}`] : []),
  ]
  // Names of branches and commits may come from anyone.
  return (await scan(lines.join('\n'), { surface: 'context' })).block ? [] : lines
}

async function stateOf(files: FileSystem, folder: string): Promise<string> {
  const states = { MERGE_HEAD: 'a merge', 'rebase-merge': 'a rebase', CHERRY_PICK_HEAD: 'a cherry-pick' }
  const found = await Promise.all(
    Object.entries(states).map(async ([name, state]) => ((await files.stat(join(folder, name))) ? state : undefined)),
  )
  const state = found.find((each) => each !== undefined)
  return state === undefined ? '' : `, in the middle of ${state}`
}

/** Returns the newest commits from a log of HEAD, newest first. */
function commitsOf(log: string): readonly string[] {
  return log
    .split('\n')
    .flatMap((line) => {
      const [, message = ''] = line.split('\t')
      return message.startsWith('commit') ? message.slice(message.indexOf(': ') + 2).slice(0, 80) : []
    })
    .slice(-shownCommits)
    .toReversed()
}
