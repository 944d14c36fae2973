import { globSync } from 'node:fs'
import { join } from 'node:path'
import { builtInCommands } from '@hermes/conversations/commands'
import { blueprints } from '@hermes/scheduler'
import { expect, test } from 'vitest'
import { options } from '../../apps/cli/src/arguments/options/options.js'
import { createPendingImages } from '../../apps/cli/src/attachments/pending-images.js'
import { agentCommands } from '../../apps/cli/src/commands/chat/spec.js'
import { commands } from '../../apps/cli/src/commands/command-table.js'
import { checks } from '../../apps/cli/src/commands/doctor/checks.js'
import { catalog } from '../../apps/cli/src/commands/mcp/catalog/servers.js'
import { securityChecks } from '../../apps/cli/src/commands/security/security-checks.js'
import { labelOf } from '../../apps/cli/src/commands/setup/networks/ask-field.js'
import { heartbeatCommand } from '../../apps/cli/src/heartbeats/heartbeat-command.js'
import { createHeartbeats } from '../../apps/cli/src/heartbeats/heartbeats.js'
import { chinese } from '../../apps/cli/src/language/zh/index.js'
import { terminalCommands } from '../../apps/cli/src/terminal-commands/terminal-commands.js'
import { everything, services } from '../../packages/conversations/src/commands/testing/built-in-services.js'
import { builtInPlatformNames, openPlatformForm } from '../../packages/runtime/src/platforms/platform-form.js'
import { saidTexts } from './said-texts.js'
import { root } from './source-files.js'

const texts = saidTexts()
const forms = await Promise.all(builtInPlatformNames().map((name) => openPlatformForm({ name, paths: { home: root } })))
const builtIns = [
  ...builtInCommands(services(everything)),
  heartbeatCommand(createHeartbeats({ onError: () => undefined })),
  ...terminalCommands({
    images: createPendingImages({ env: {}, workingDirectory: '/' }),
    times: { isShown: false },
    vim: { isOn: false },
    focus: { isOn: false },
    skins: { current: 'default', list: async () => [], use: async () => undefined },
  }),
]
const tables = [
  ...[...commands, ...agentCommands].map(({ summary }) => summary),
  ...builtIns.map(({ description }) => description),
  ...[...checks, ...securityChecks].map(({ title }) => title),
  ...catalog.map(({ summary }) => summary),
  ...blueprints.map(({ description }) => description),
  ...forms.flatMap(({ fields, personIds, chatIds }) => [
    ...fields.flatMap((field) => [labelOf(field), field.source]),
    personIds,
    chatIds,
  ]),
  ...Object.values(options).map(({ description }) => description),
].filter((text) => text !== undefined)
const required = new Set([
  ...tables,
  ...texts
    .filter(
      // Errors of libraries are translated if the catalog contains them.
      ({ kind, path }) => kind === 'said' || kind === 'told' || (kind === 'thrown' && path.startsWith('apps/cli/src/')),
    )
    .map(({ pattern }) => pattern),
])
const known = new Set([...required, ...texts.map(({ pattern }) => pattern)])

test('has a Chinese text for each English one', () => {
  expect(required.size).toBeGreaterThan(300)
  expect([...required].filter((pattern) => !Object.hasOwn(chinese, pattern))).toEqual([])
})

test('contains everything that is written to a person', () => {
  expect(texts.flatMap(({ kind, pattern, path }) => (kind === 'bare' ? [`${path}: ${pattern}`] : []))).toEqual([])
})

test('has each text in only one file', async () => {
  const files = globSync('apps/cli/src/language/zh/!(index).ts', { cwd: root })
  const keys = await Promise.all(
    files.map(async (file) => Object.values<object>(await import(join(root, file))).flatMap(Object.keys)),
  )
  expect(keys.flat().toSorted()).toEqual(Object.keys(chinese).toSorted())
})

test('contains no text that is no longer used', () => {
  expect(Object.keys(chinese).filter((pattern) => !known.has(pattern))).toEqual([])
})

test('has the same placeholders in both languages', () => {
  const placeholders = (text: string) => [...text.matchAll(/\{\d+\}/g)].map(([name]) => name).sort()
  const differing = Object.entries(chinese).filter(
    ([pattern, text]) => placeholders(pattern).join() !== placeholders(text).join(),
  )
  expect(differing).toEqual([])
})
