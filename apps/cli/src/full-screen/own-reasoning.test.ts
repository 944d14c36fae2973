import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolveHome } from '@hermes/runtime'
import { expect, onTestFinished, test } from 'vitest'
import { createReasoningView } from '../terminal-commands/reasoning-view.js'
import { ownCommands } from './own-commands.js'
import { ownReasoning } from './own-reasoning.js'

test('changes and saves how much reasoning is shown, and leaves efforts to the server', async () => {
  const home = mkdtempSync(join(tmpdir(), 'hermes-reasoning-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const paths = resolveHome({ HERMES_HOME: home })
  const display = { showReasoning: false, isReasoningWhole: true }
  const own = ownCommands([ownReasoning(createReasoningView(paths, display))])
  expect(await own.run('/reasoning high')).toBeUndefined()
  expect(await own.run('/reasoning clamp')).toMatchObject({ type: 'text' })
  expect(display).toEqual({ showReasoning: true, isReasoningWhole: false })
  expect(readFileSync(paths.config, 'utf8')).toMatch(/show_reasoning: true\s+reasoning_full: false/)
  await own.run('/reasoning hide')
  expect(display.showReasoning).toBe(false)
  expect(readFileSync(paths.config, 'utf8')).toMatch(/show_reasoning: false/)
  const { completions } = (await own.complete?.('/reasoning h')) ?? {}
  expect(completions?.map(({ text }) => text)).toEqual(['high', 'hide'])
})
