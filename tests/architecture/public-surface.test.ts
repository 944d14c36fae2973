import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { readManifest, readSources, readText } from './source-files.js'

const sources = readSources().filter(({ isTest }) => !isTest)
const workspaces = [...new Set(sources.map(({ workspace }) => workspace))]

/** Returns the exported names of each entry point of a package, by specifier. */
function doorsOf(workspace: string): readonly { readonly door: string; readonly names: readonly string[] }[] {
  return Object.entries(readManifest(workspace).exports ?? {}).flatMap(([path, target]) => {
    const source = typeof target === 'string' ? undefined : target['@hermes/source']
    if (source === undefined) return []
    return [{ door: `${workspace}${path.slice(1)}`, names: namesOf(join(workspace, source)) }]
  })
}

/** Returns the exported names of a file. A default export has no name. */
function namesOf(file: string): readonly string[] {
  const { staticExports } = parseSync(file, readText(file)).module
  return staticExports.flatMap(({ entries }) => entries.flatMap(({ exportName }) => exportName.name ?? []))
}

test('has no `export *` of another file', () => {
  const everything = sources.filter(({ path }) => /^export\s+(?:type\s+)?\*/m.test(readText(path)))
  expect(everything.map(({ path }) => path)).toEqual([])
})

describe.each(workspaces)('%s', (workspace) => {
  test('exports each name from one entry point', () => {
    const all = doorsOf(workspace).flatMap(({ door, names }) => names.map((name) => ({ door, name })))
    const doors = Map.groupBy(all, ({ name }) => name)
    const several = [...doors].filter(([, places]) => places.length > 1)
    expect(several.map(([name, places]) => `${name}: ${places.map(({ door }) => door).join(', ')}`)).toEqual([])
  })
})

test('keeps the main entry point of core readable', () => {
  const main = doorsOf('packages/core').find(({ door }) => door === 'packages/core')
  expect(main?.names.length).toBeGreaterThan(50)
  expect(main?.names.length).toBeLessThan(150)
})
