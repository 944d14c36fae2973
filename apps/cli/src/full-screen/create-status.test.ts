import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalEnvironment } from '@hermes/environments'
import { expect, onTestFinished, test } from 'vitest'
import { createStyle } from '../render/style.js'
import { createStatus } from './create-status.js'

const fields = ['model', 'context', 'yolo', 'sandbox', 'git_branch', 'title']
const facts = {
  sessionId: 's',
  model: 'small',
  contextWindow: 100_000,
  contextTokens: 30_000,
  title: 'Tea',
  workingDirectory: '/elsewhere',
}

test('a session of this process shows its branch, sandbox and approvals, as the line chat does', async () => {
  const workingDirectory = mkdtempSync(join(tmpdir(), 'hermes-status-'))
  onTestFinished(() => rmSync(workingDirectory, { recursive: true, force: true }))
  execFileSync('git', ['init', '-q', '-b', 'brew', workingDirectory])
  const environment = createLocalEnvironment({ workingDirectory, variables: {} })
  const folder = { environment, approvals: { mode: (): 'off' => 'off' } }
  const draw = createStatus({ fields, style: createStyle(false), folderOf: () => folder })
  const shown = () => draw({ ...facts, workingDirectory }, 100)
  await expect.poll(shown).toBe('small · 30 % of 100.0k · yolo · no sandbox · brew · Tea')
})

test('of a session elsewhere, only what the server tells is shown', () => {
  const draw = createStatus({ fields, style: createStyle(false) })
  expect(draw(facts, 100)).toBe('small · 30 % of 100.0k · Tea')
  expect(draw({ ...facts, approvals: 'off' }, 100)).toContain('yolo')
  expect(draw(facts, 20)).toBe('')
})
