import { type Node, parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { readSources, readText } from './source-files.js'

/** Folders whose code runs for each turn, model call or tool call. */
const folders = /^(?:packages\/(?:core|transports|tools|conversations|compressor|mcp)\/|apps\/gateway\/src\/chats\/)/

const shipped = readSources().filter(({ isTest, path }) => !isTest && folders.test(path))

/**
 * Objects that are rarely created: once per process, for a server, for an import, or for a compression that a person asks for.
 */
const places: readonly string[] = [
  'apps/gateway/src/chats/replies/replies.ts',
  'packages/compressor/src/tokens/token-counter.ts',
  'packages/conversations/src/live/compression/background-compression.ts',
  'packages/conversations/src/live/create-conversations.ts',
  'packages/conversations/src/stored/import/history-builder.ts',
  'packages/core/src/agent/compress-between-turns.ts',
  'packages/core/src/questions/create-question-desk.ts',
  'packages/mcp/src/client/server/mcp-server.ts',
  'packages/mcp/src/client/server/server-link.ts',
  'packages/tools/src/registry/extend-registry.ts',
  'packages/tools/src/registry/join-sources.ts',
  'packages/tools/src/registry/registry.ts',
  'packages/transports/src/catalog/create-catalog.ts',
  'packages/transports/src/catalog/find-model.ts',
]

// V8 gives every object literal with an accessor its own hidden class, which takes a microsecond, and keeps what its closures
// reference until it collects the old generation, so a turn would outlive its end. Methods and classes have neither effect.
test('objects created for a turn have no accessors in object literals', () => {
  const found = shipped.map(({ path }) => path).filter((path) => hasAccessors(path, readText(path)))
  expect(found.toSorted()).toEqual(places.toSorted())
})

function hasAccessors(path: string, text: string): boolean {
  let isFound = false
  new Visitor({
    Property(node: Extract<Node, { type: 'Property' }>) {
      isFound ||= node.kind !== 'init'
    },
  }).visit(parseSync(path, text).program)
  return isFound
}
