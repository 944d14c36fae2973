import { defineTool } from '@hermes/core'
import { createToolExecutor, createToolRegistry } from '@hermes/tools'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { openBuiltIns } from '../../packages/runtime/testing/open-built-ins.js'
import { readSources, readText } from './source-files.js'

/** Files outside of the tools' folders that contain tool names, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'packages/transports/src/offline/rules/count-lines.ts': 'the offline model calls tools by name, as any model does',
  'packages/transports/src/offline/rules/list-files.ts': 'the same',
  'packages/transports/src/offline/rules/read-file.ts': 'the same',
  'packages/transports/src/offline/rules/search-text.ts': 'the same',
  'apps/gateway/src/prove/world/world-model.ts':
    'the scripted model of `gateway prove` calls a tool by name, as any model does',
  'apps/cli/src/commands/memory/status.ts': 'the feature of the same name',
  'packages/safety/src/scan/phrases-of-classes.ts': 'the surface of the scan',
  'packages/safety/src/scan/fake-turns.ts': 'the surface of the scan, and a tag that models write',
  'packages/tools/src/registry/toolset-table.ts': 'toolsets that are called like a tool of theirs',
  'packages/runtime/src/features/feature-list.ts': 'features that are called like a tool of theirs',
  'packages/runtime/src/schema/features/feature-names.ts': 'the same features',
  'packages/runtime/src/schema/toolsets-schema.ts': 'the setting tools.tool_search',
  'packages/runtime/src/schema/default-config.ts': 'the same setting',
  'packages/runtime/src/surface/open-generation.ts': 'the same setting',
  'packages/runtime/src/agents/open-executor.ts': 'the same setting',
  'packages/transports/src/catalog/format-catalog.ts': 'a field of the catalog of models',
  'packages/transports/src/catalog/parse-catalog.ts': 'the same field',
  'packages/runtime/src/config/sources/python/foreign-settings.ts': 'sections of the settings of another program',
  'packages/runtime/src/config/sources/python/conversions.ts': 'limits of tools in the settings of another program',
  'packages/runtime/src/config/sources/python/to-toolsets.ts': 'the tool of a toolset of another program',
  'packages/runtime/src/features/plugins/portable/tool-names.ts':
    'the names by which hooks of another program know them',
  'packages/acp/src/client/converse.ts': 'an update of the editor protocol',
  'packages/acp/src/updates/replay.ts': 'an update of the editor protocol',
  'packages/acp/src/updates/turn-view.ts': 'the same update',
  'packages/rpc/src/client/connect.ts': 'a request of the protocol',
  'packages/rpc/src/server/connection/answers.ts': 'the same request',
  'packages/skills/src/write/apply-operation.ts': 'actions of a tool that are called like other tools',
  'packages/core/src/recovery/markup-tags.ts': 'a tag that models write',
  'packages/core/src/recovery/parse-tool-markup.ts': 'the same tag',
  'packages/compressor/src/trajectories/call-markup.ts': 'the same tag',
}

/** The test kit runs nothing for users, and simulates models. */
const shipped = readSources().filter(
  ({ isTest, path }) =>
    !isTest && !path.startsWith('packages/testkit/') && !/\/(?:corpus|escapes|testing)\//.test(path),
)
const codes = new Map(shipped.map(({ path }) => [path, codeOf(path)]))

const builtIns = await openBuiltIns()
afterAll(() => builtIns[Symbol.asyncDispose]())
const names = [...builtIns.tools.map(({ name }) => name), ...(await bridgeNames())]

/** Returns the code of a file without comments, which may mention tools. */
function codeOf(path: string): string {
  return readText(path)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
}

/** Returns the names of tools that represent other tools. */
async function bridgeNames(): Promise<readonly string[]> {
  const hidden = defineTool({
    name: 'hidden',
    description: 'Hidden.',
    toolset: 'test',
    effect: 'read',
    concurrency: 'safe',
    isDeferrable: true,
    parameters: z.object({}),
    run: async () => '',
  })
  const executor = createToolExecutor({ registry: createToolRegistry([hidden]), search: { mode: 'on' } })
  return (await executor.definitions()).map(({ name }) => name)
}

/** Returns the folder below `src` that defines the tool. */
function folderOf(name: string): string {
  const definition = new RegExp(`\\bname: '${name}',\\s+(?:toolset|description):`)
  const [path = ''] = [...codes].find(([, code]) => definition.test(code)) ?? []
  return path.split('/').slice(0, 4).join('/')
}

/**
 * Whether code refers to a tool. A name of several words always means the tool. A name that is also a common word only counts if it is
 * compared, looked up, or listed with another name.
 */
function isIn(code: string, name: string): boolean {
  if (name.includes('_')) return new RegExp(`\\b${name}\\b`).test(code)
  const literal = `['"\`]${name}['"\`]`
  const used = new RegExp(
    `(?:[!=]==?|\\bcase|\\b(?:has|get|includes|indexOf|startsWith)\\()\\s*${literal}|${literal}\\s*[!=]==?`,
  )
  return used.test(code) || listsOf(code).some((list) => isListed(list, name))
}

const listsOf = (code: string) => [...code.matchAll(/\[[^[\]]*\]/g)].map(([list]) => list)

function isListed(list: string, name: string): boolean {
  const listed = names.filter((each) => new RegExp(`['"\`]${each}['"\`]`).test(list))
  return listed.length > 1 && listed.includes(name)
}

const found = new Map(
  names.map((name) => {
    const own = folderOf(name)
    const files = [...codes].filter(([path, code]) => !path.startsWith(`${own}/`) && isIn(code, name))
    return [name, files.map(([path]) => path)]
  }),
)

describe('facts about a tool are defined with the tool', () => {
  test.each(names)('%s is defined in one place', (name) => {
    expect(folderOf(name)).toMatch(/^packages\/[\w-]+\/src\/[\w-]+$/)
  })

  test.each(names)('no code outside of its folder checks for the name %s', (name) => {
    expect(found.get(name)?.filter((path) => !(path in exceptions))).toEqual([])
  })

  test('every exception is needed', () => {
    const used = new Set([...found.values()].flat())
    expect(Object.keys(exceptions).filter((path) => !used.has(path))).toEqual([])
  })
})
