import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createStyle } from '../../render/text/style.js'
import { banner, localServersHint } from './banner.js'

const style = createStyle(false)
const facts = { version: '1.2.3', sessionId: undefined, workingDirectory: '/work', agentName: 'Hermes', style }

test('shows the model and the folder', () => {
  const shown = banner({ ...facts, model: { provider: 'openrouter', id: 'some/model' } })
  expect(shown).toContain('Hermes 1.2.3 · some/model (openrouter) · new session · /work')
})

test('explains how to configure a provider when there is none', () => {
  const shown = banner({ ...facts, model: { provider: 'offline', id: 'offline' } })
  expect(shown).toContain('No provider is configured')
  expect(shown).toContain('hermes setup')
})

test('quotes the command for a local server for the shell', () => {
  const model = "it's $(touch x) \u001b[2J"
  const hint = localServersHint([{ provider: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: [model] }], style)
  const command =
    hint
      .split('\n')[1]
      ?.trim()
      .replace(/^hermes/, "printf '%s\\n'") ?? ''
  const words = execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trimEnd().split('\n')
  expect(words).toEqual(['--provider', 'ollama', '-m', "it's $(touch x) \\x1b[2J"])
  expect(localServersHint([], style)).toBe('')
})
