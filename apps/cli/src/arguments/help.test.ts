import { english } from '@hermes/safety/language'
import { expect, test } from 'vitest'
import { agentCommands } from '../commands/chat/spec.js'
import { commands } from '../commands/command-table.js'
import { exitCode } from '../exit-code.js'
import { commandHelp, groupHelp, programHelp } from './help.js'

const program = { name: 'hermes', commands }

test('lists every command in the help of the program, within the width of a terminal', () => {
  const help = programHelp(program, english)
  for (const { path, isHidden } of commands) if (!isHidden) expect(help).toContain(path)
  expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110)
})

test('names every exit code in the help of the program', () => {
  const help = programHelp(program, english)
  for (const code of [...Object.values(exitCode), 129]) expect(help).toMatch(new RegExp(`^ +${code} +\\S`, 'm'))
})

test('lists no commands for a program with a single command', () => {
  const help = programHelp({ name: 'hermes-agent', commands: agentCommands }, english)
  expect(help).toContain('Usage: hermes-agent [options]')
  expect(help).not.toContain('Commands:')
})

test.each(commands.map((command) => [command.path, command] as const))(
  'shows an example in the help of "%s"',
  (_, command) => {
    const help = commandHelp(program, command, english)
    expect(help).toContain('Usage: hermes')
    expect(help).toContain(command.examples[0])
  },
)

test('lists only the commands of a group in its help', () => {
  const help = groupHelp(program, 'sessions', english)
  expect(help).toContain('Usage: hermes sessions <command> [options]')
  expect(help).toContain('sessions rename <session> <title...>')
  expect(help).toContain('hermes sessions list')
  expect(help).not.toContain('auth login')
})

test('leaves out the commands for programs', () => {
  expect(programHelp(program, english)).not.toContain('__complete')
})
