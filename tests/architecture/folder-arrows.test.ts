import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSources } from './source-files.js'

const shipped = readSources().filter(({ isTest }) => !isTest)
const imports = shipped.flatMap(({ path, imports }) =>
  imports.flatMap(({ target }) => (target ? [[path, target]] : [])),
)

/** Every folder with sources, from `packages/core/src` down. */
const folders = [...new Set(shipped.flatMap(({ path, workspace }) => foldersAbove(path, `${workspace}/src`)))].sort()

function foldersAbove(path: string, top: string): readonly string[] {
  const folder = dirname(path)
  return folder === top ? [folder] : [folder, ...foldersAbove(folder, top)]
}

/** Returns the entry of a folder that contains a file: `agent`, `index.ts`. `undefined` outside of the folder. */
function entryOf(folder: string, path: string): string | undefined {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : undefined
}

/** Returns the siblings that each entry of a folder imports, both folders and files. */
function arrowsIn(folder: string): ReadonlyMap<string, ReadonlySet<string>> {
  const arrows = new Map<string, Set<string>>()
  for (const [from = '', to = ''] of imports) {
    const [source, target] = [entryOf(folder, from), entryOf(folder, to)]
    if (source === undefined || target === undefined || source === target) continue
    arrows.set(source, (arrows.get(source) ?? new Set()).add(target))
  }
  return arrows
}

/** Returns one cycle for each entry that imports itself through its siblings. */
function cyclesIn(arrows: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  return [...arrows.keys()].flatMap((start) => {
    const trail = wayBack(arrows, start)
    return trail ? [trail.join(' -> ')] : []
  })
}

function wayBack(arrows: ReadonlyMap<string, ReadonlySet<string>>, start: string): readonly string[] | undefined {
  const seen = new Set<string>()
  const trails = [[start]]
  for (let trail = trails.shift(); trail; trail = trails.shift()) {
    for (const next of arrows.get(trail.at(-1) ?? '') ?? []) {
      if (next === start) return [...trail, start]
      if (!seen.has(next)) trails.push([...trail, next])
      seen.add(next)
    }
  }
  return undefined
}

test('finds folders at every depth', () => {
  expect(folders).toContain('packages/core/src')
  expect(folders).toContain('packages/core/src/agent/turn')
  expect(arrowsIn('packages/core/src').get('agent')).toContain('contracts')
})

test('finds a cycle', () => {
  const arrows = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c', 'd'])],
    ['c', new Set(['a'])],
  ])
  expect(cyclesIn(arrows)).toEqual(['a -> b -> c -> a', 'b -> c -> a -> b', 'c -> a -> b -> c'])
})

describe('no folder imports a folder that imports it', () => {
  test.each(folders)('%s', (folder) => {
    expect(cyclesIn(arrowsIn(folder))).toEqual([])
  })
})
