import {
  chmodSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

type Entry =
  | { readonly type: 'folder'; readonly mode: number }
  | { readonly type: 'file'; readonly mode: number; readonly content: Buffer }
  | { readonly type: 'link'; readonly target: string }
  | { readonly type: 'other' }

/** Every file below a folder by its relative path, `.` for the folder itself. */
export type Tree = ReadonlyMap<string, Entry>

/** Reads a tree. `isLeftOut` gets relative paths; a folder that is left out is not entered. */
export function readTree(folder: string, isLeftOut: (path: string) => boolean): Tree {
  const tree = new Map<string, Entry>()
  const visit = (path: string) => {
    const entry = readEntry(join(folder, path))
    if (entry === undefined) return
    tree.set(path, entry)
    if (entry.type !== 'folder') return
    for (const name of namesIn(join(folder, path))) {
      const inside = path === '.' ? name : `${path}/${name}`
      if (!isLeftOut(inside)) visit(inside)
    }
  }
  visit('.')
  return tree
}

function readEntry(path: string): Entry | undefined {
  const status = lstatSync(path, { throwIfNoEntry: false })
  if (status === undefined) return undefined
  const mode = status.mode & 0o7777
  if (status.isDirectory()) return { type: 'folder', mode }
  if (status.isSymbolicLink()) return { type: 'link', target: readlinkSync(path) }
  if (!status.isFile()) return { type: 'other' }
  return { type: 'file', mode, content: readable(path, mode) }
}

/** Reads a file, and unlocks what an attack has locked. */
function readable(path: string, mode: number): Buffer {
  if ((mode & 0o400) === 0) chmodSync(path, mode | 0o400)
  return readFileSync(path)
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    chmodSync(folder, 0o700)
    return readdirSync(folder)
  }
}

/** Returns one line for each difference. */
export function differences(before: Tree, after: Tree): readonly string[] {
  const added = [...after.keys()].filter((path) => !before.has(path)).map((path) => `created ${path}`)
  const rest = [...before].flatMap(([path, entry]) => {
    const now = after.get(path)
    if (now === undefined) return [`deleted ${path}`]
    return isSame(entry, now) ? [] : [`changed ${path}`]
  })
  return [...added, ...rest]
}

function isSame(one: Entry, other: Entry): boolean {
  if (one.type === 'file' && other.type === 'file') return one.mode === other.mode && one.content.equals(other.content)
  if (one.type === 'folder' && other.type === 'folder') return one.mode === other.mode
  if (one.type === 'link' && other.type === 'link') return one.target === other.target
  return one.type === other.type
}

/** Restores a folder to a tree, without replacing folders that still exist. */
export function restoreTree(folder: string, wanted: Tree, isLeftOut: (path: string) => boolean): void {
  const now = readTree(folder, isLeftOut)
  for (const path of now.keys()) {
    const entry = wanted.get(path)
    if (entry === undefined || entry.type !== now.get(path)?.type)
      rmSync(join(folder, path), { recursive: true, force: true })
  }
  for (const [path, entry] of wanted) {
    const found = readEntry(join(folder, path))
    if (found === undefined || !isSame(found, entry)) writeEntry(join(folder, path), entry)
  }
}

function writeEntry(path: string, entry: Entry): void {
  if (entry.type === 'folder') {
    mkdirSync(path, { recursive: true })
    chmodSync(path, entry.mode)
  } else if (entry.type === 'link') {
    rmSync(path, { force: true })
    symlinkSync(entry.target, path)
    lutimesSync(path, 0, 0)
  } else if (entry.type === 'file') {
    rmSync(path, { force: true })
    writeFileSync(path, entry.content)
    chmodSync(path, entry.mode)
  }
}
