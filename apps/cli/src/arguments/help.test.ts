import { english } from '@hermes/safety/language'
import { expect, test } from 'vitest'
import { agentCommands } from '../commands/chat/spec.js'
import { commands } from '../commands/command-table.js'
import { commandTopics, groupSummaries } from '../commands/command-topics.js'
import { exitCode } from '../exit-code.js'
import { commandHelp, groupHelp, programHelp } from './help.js'

const program = { name: 'hermes', commands, topics: commandTopics, groupSummaries }

test('lists the first word of every command once in the program help, within the width of a terminal', () => {
  const shown = commands.filter(({ path, isHidden }) => path !== '' && !isHidden)
  const words = new Set(shown.map(({ path }) => path.split(' ')[0]))
  expect(commandTopics.flatMap((topic) => topic.words).toSorted()).toEqual([...words].toSorted())
  const help = programHelp(program, english)
  for (const word of words) expect(help).toMatch(new RegExp(`^ {2}${word}\\b.* {2}\\S`, 'm'))
  expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110)
})

test('shows commands that share a word as a group, and a single command as it is typed', () => {
  const help = programHelp(program, english)
  expect(help).toMatch(/^ {2}sessions <command> +List, search/m)
  expect(help).toMatch(/^ {2}journey \[command\] /m)
  expect(help).toMatch(/^ {2}trajectories compress <input> \[output\] /m)
  expect(help).not.toContain('sessions list')
})

test('lists the subcommands of a command in its help', () => {
  const journey = commands.find(({ path }) => path === 'journey')
  expect(journey && commandHelp(program, journey, english)).toContain('journey undo <id>')
})

test('lists every exit code in the program help', () => {
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

test('lists only the commands of a group in the group help', () => {
  const help = groupHelp(program, 'sessions', english)
  expect(help).toContain('Usage: hermes sessions <command> [options]')
  expect(help).toContain('sessions rename <session> <title...>')
  expect(help).toContain('hermes sessions list')
  expect(help).not.toContain('auth login')
})

test('omits the commands that only programs call', () => {
  expect(programHelp(program, english)).not.toContain('__complete')
})
