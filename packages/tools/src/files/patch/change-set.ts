import { describeError } from '@hermes/core'
import type { FileAccess } from '../file-access.js'
import { fileError, withFileErrors } from '../file-error.js'
import type { FileCall, FileServices } from '../file-services.js'
import { loadText } from '../text-file.js'
import { encodeText, plainFormat, type TextFormat } from '../text-format.js'
import type { FileChange } from '../unified-diff.js'
import type { Edits } from './edits.js'
import type { PatchOperation } from './parse-patch.js'

/** Content of a file after a patch. Nothing is written before all contents are known. */
export interface PlannedFile extends FileChange {
  /** Resolved path. */
  readonly file: string
  readonly format: TextFormat
  /** Old content, for a rollback. `undefined` when the file did not exist. */
  readonly bytes: Uint8Array | undefined
}

export interface PatchPlace {
  readonly path: string
  readonly file: string
}

/** Resolves every file that the operations touch. Throws when a file is protected for the purpose. */
export async function locateAll(
  purpose: 'read' | 'write',
  operations: readonly PatchOperation[],
  access: FileAccess,
  call: FileCall,
): Promise<readonly PatchPlace[]> {
  const paths = operations.flatMap((operation) =>
    operation.kind === 'update' && operation.moveTo !== undefined
      ? [operation.path, operation.moveTo]
      : [operation.path],
  )
  return Promise.all(
    [...new Set(paths)].map(async (path) => ({ path, file: await access.locate(purpose, path, call) })),
  )
}

/** Current files by resolved path. Every path in the operations leads to one of them. */
export interface LoadedFiles {
  readonly places: readonly PatchPlace[]
  readonly files: ReadonlyMap<string, PlannedFile>
}

export async function loadAll(places: readonly PatchPlace[], services: FileServices): Promise<LoadedFiles> {
  const files = new Map<string, PlannedFile>()
  for (const place of places) if (!files.has(place.file)) files.set(place.file, await loadPlanned(place, services))
  return { places, files }
}

/** Computes all changes in memory. Several operations on one file build on each other. */
export async function planChanges(
  operations: readonly PatchOperation[],
  { places, files }: LoadedFiles,
  { edits, signal }: { readonly edits: Edits; readonly signal: AbortSignal },
): Promise<readonly PlannedFile[]> {
  const planned = new Map<string, PlannedFile>()
  const load = (path: string) => {
    const file = places.find((place) => place.path === path)?.file ?? path
    const found = planned.get(file) ?? files.get(file)
    if (!found) throw fileError('missing', `There is no file ${path}. Nothing was changed.`)
    return found
  }
  const plan = (file: PlannedFile, after: string | undefined) => planned.set(file.file, { ...file, after })

  for (const operation of operations) {
    const file = load(operation.path)
    if (operation.kind === 'add') {
      if (file.after !== undefined)
        throw fileError('invalid', `${file.path} exists already: use "*** Update File". Nothing was changed.`)
      plan(file, operation.lines.map((line) => `${line}\n`).join(''))
      continue
    }
    if (file.after === undefined) throw fileError('missing', `There is no file ${file.path}. Nothing was changed.`)
    if (operation.kind === 'delete') {
      plan(file, undefined)
      continue
    }
    const { path, hunks } = operation
    const after = await edits.applyHunks({ path, text: file.after, hunks }, signal)
    if (operation.moveTo === undefined) {
      plan(file, after)
      continue
    }
    const target = load(operation.moveTo)
    if (target.after !== undefined) throw fileError('invalid', `${target.path} exists already. Nothing was changed.`)
    plan(file, undefined)
    plan({ ...target, format: file.format }, after)
  }
  return [...planned.values()].filter(({ before, after }) => before !== after)
}

async function loadPlanned(place: PatchPlace, { access, limits }: FileServices): Promise<PlannedFile> {
  const status = await withFileErrors(place.path, () => access.files.stat(place.file))
  if (status === undefined)
    return { ...place, before: undefined, after: undefined, format: plainFormat, bytes: undefined }
  const { text, format, bytes } = await loadText(access, place.path, place.file, limits)
  return { ...place, before: text, after: text, format, bytes }
}

/** Writes all changes. Rolls back when a write fails. */
export async function writeChanges(access: FileAccess, changes: readonly PlannedFile[]): Promise<void> {
  const done: PlannedFile[] = []
  // Removals come last, so that a moved file always exists.
  const ordered = [...changes].sort(
    (left, right) => Number(left.after === undefined) - Number(right.after === undefined),
  )
  for (const change of ordered) {
    try {
      await store(access, change, change.after === undefined ? undefined : encodeText(change.after, change.format))
      done.push(change)
    } catch (error) {
      const lost = await rollBack(access, done)
      const outcome =
        lost.length === 0 ? 'Nothing was changed.' : `These files could not be restored: ${lost.join(', ')}.`
      throw fileError('failed', `${describeError(error)} ${outcome}`)
    }
  }
}

async function store(access: FileAccess, { path, file }: PatchPlace, bytes: Uint8Array | undefined): Promise<void> {
  await withFileErrors(path, () => (bytes === undefined ? access.files.remove(file) : access.files.write(file, bytes)))
}

/** Restores the old contents. Returns the paths that could not be restored. */
async function rollBack(access: FileAccess, done: readonly PlannedFile[]): Promise<string[]> {
  const lost: string[] = []
  for (const change of done.toReversed()) {
    await store(access, change, change.bytes).catch(() => lost.push(change.path))
  }
  return lost
}
