import { join } from 'node:path'
import { readSmallFile } from '../read-small-file.js'
import type { GitFiles } from './git-files.js'

/** Targets of the refs of a repository. */
export interface Refs {
  /** Text of HEAD: a ref or an id. `undefined` when it is neither. */
  readonly head: string | undefined
  /** Ids by full name, such as `refs/heads/main`. */
  readonly tips: ReadonlyMap<string, string>
  /** Ids by the file that names them. */
  readonly loose: ReadonlyMap<string, string>
  /** Files of refs with invalid content. */
  readonly invalid: readonly string[]
}

const id = /^(?:[0-9a-f]{64}|[0-9a-f]{40})$/
const pointer = /^ref: \S+$/

/** Reads the refs. Files in `known` that have not changed are not read again. */
export function readRefs(
  data: string,
  files: GitFiles,
  known?: { readonly files: GitFiles; readonly refs: Refs },
): Refs {
  const loose = new Map<string, string>()
  const invalid: string[] = []
  for (const [path, { changedAtMs }] of files) {
    if (!path.startsWith('refs/')) continue
    const isUnchanged = known?.files.get(path)?.changedAtMs === changedAtMs
    const text = (isUnchanged ? known?.refs.loose.get(path) : undefined) ?? textOf(data, path)
    if (id.test(text)) loose.set(path, text)
    else if (!pointer.test(text)) invalid.push(path)
  }
  // Read after the loose refs, because git packs a ref before it removes its file.
  const packed = (readSmallFile(join(data, 'packed-refs')) ?? '').split('\n').flatMap((line): [string, string][] => {
    const [value = '', name = ''] = line.split(' ')
    return id.test(value) && name.startsWith('refs/') ? [[name, value]] : []
  })
  const head = textOf(data, 'HEAD')
  return {
    head: id.test(head) || pointer.test(head) ? head : undefined,
    tips: new Map([...packed, ...loose]),
    loose,
    invalid,
  }
}

function textOf(data: string, path: string): string {
  return (readSmallFile(join(data, path)) ?? '').trim()
}

/** Returns the id that HEAD leads to, or `undefined` when it leads to a branch without a commit. */
export function headOf({ head, tips }: Refs): string | undefined {
  return head?.startsWith('ref: ') ? tips.get(head.slice('ref: '.length)) : head
}
