import { expect, test } from 'vitest'
import type { Command } from './command.js'
import { createCommandTable, type ShadowedCommand } from './create-command-table.js'
import { type SkillSource, skillCommands } from './skill-commands.js'
import { owner, terminal, testContext } from './testing/command-context.js'

const source: SkillSource = {
  skills: () =>
    ['review', 'release', 'a', 'b', 'c', 'd', 'help', 'hex', 'both'].map((name) => ({
      name,
      description: `Does ${name}.`,
    })),
  bundles: () => [{ name: 'both', description: 'Two.', skills: ['review', 'release'], instructions: 'Be quick.' }],
  message: async (names, request, instructions = '') => `${names.join('+')}|${request}|${instructions}`,
}

function table(onShadowed?: (shadowed: ShadowedCommand) => void) {
  const help: Command = { name: 'help', description: 'help', category: 'info', run: async () => ({ type: 'done' }) }
  return createCommandTable({
    commands: [help],
    quick: { a: { type: 'alias', target: 'quick' } },
    dynamic: skillCommands(source),
    ...(onShadowed && { onShadowed }),
  })
}

async function outcome(line: string) {
  const found = table().find(line, terminal, owner)
  return found.type === 'command' ? found.command.run(found.args, testContext()) : found
}

test.each([
  ['/review the last commit', 'review|the last commit|'],
  ['/review /release publish 1.2', 'review+release|publish 1.2|'],
  ['/review /release', 'review+release||'],
  ['/review /etc/hosts is wrong', 'review|/etc/hosts is wrong|'],
  ['/review /review twice', 'review|twice|'],
  ['/both go', 'review+release|go|Be quick.'],
])('%s becomes a message with the skills', async (line, content) => {
  expect(await outcome(line)).toEqual({ type: 'message', content })
})

test('completes the prefix of a built-in command, but does not start a turn for the prefix of a skill', async () => {
  expect(await outcome('/he')).toEqual({ type: 'done' })
  expect(await outcome('/rev now')).toMatchObject({ type: 'unknown', suggestions: ['review'] })
})

test('starts at most five skills', async () => {
  expect(await outcome('/review /release /b /c /d go')).toMatchObject({ type: 'message' })
  expect(await outcome('/review /release /b /c /d /both go')).toMatchObject({ type: 'error' })
})

test('a quick command hides a bundle, a bundle hides a skill, and a built-in command reports what it hides', () => {
  const shadowed: ShadowedCommand[] = []
  table((each) => shadowed.push(each)).list(terminal, owner)
  expect(shadowed).toEqual([
    { name: 'a', hidden: 'skill', by: 'quick command' },
    { name: 'help', hidden: 'skill', by: 'built-in' },
    { name: 'both', hidden: 'skill', by: 'bundle' },
  ])
})
