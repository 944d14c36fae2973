import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalEnvironment } from '@hermes/environments'
import { expect, test } from 'vitest'
import { createStyle } from '../render/text/style.js'
import type { Interruptible } from './front-end/interruption.js'
import { createOwnCommands } from './own-commands.js'

async function open(mayRunOwn: (command: string) => Promise<boolean> = async () => true) {
  const workingDirectory = await mkdtemp(join(tmpdir(), 'hermes-own-'))
  const shown: string[] = []
  let work: Interruptible | undefined
  const frontEnd = {
    dock: { writeLines: (text: string) => shown.push(text) },
    style: createStyle(false),
    serve: (next: Interruptible) => {
      work = next
    },
    wasTyped: () => false,
  }
  const own = createOwnCommands({
    runtime: {
      environment: createLocalEnvironment({ workingDirectory, variables: process.env }),
      approvals: { mayRunOwn },
    },
    frontEnd,
    prompt: () => '> ',
    work: { isBusy: false, interrupt: () => undefined },
  })
  return { own, workingDirectory, shown: () => shown.join(''), interrupt: () => work?.interrupt() }
}

test('shows the output of a command, safe for a terminal, and keeps it from the model', async () => {
  const { own, shown } = await open()
  expect(own.isOwn('!ls')).toBe(true)
  expect(own.isOwn('! is a sign')).toBe(false)
  await own.run('!printf "10%%\\r90%%\\nred \\033[31m\\n"; exit 3')
  expect(shown()).toContain('  90%\n  red \\x1b[31m\n  exit 3\n')
  expect(own.withOutput('hello')).toBe('hello')
})

test('adds the output of !! to one message, without secrets', async () => {
  const { own } = await open()
  await own.run('!!echo "key sk-proj-abcdefghijklmnopqrstuvwxyz0123456789abcd"')
  const content = own.withOutput('what is it?')
  expect(content).toMatchObject([{ text: 'what is it?' }, { text: expect.stringContaining('exit code 0') }])
  expect(JSON.stringify(content)).not.toContain('0123456789')
  expect(own.withOutput('again')).toBe('again')
})

test('does not run a command that the gate refuses', async () => {
  const { own, workingDirectory, shown } = await open(async () => false)
  await own.run('!touch made')
  expect(shown()).toContain('It was not run')
  expect(await readdir(workingDirectory)).toEqual([])
})

test('does not run a command that is aborted while it is checked', async () => {
  const { own, workingDirectory, shown, interrupt } = await open(async () => {
    interrupt()
    return true
  })
  await own.run('!touch made')
  expect(shown()).toContain('It was stopped.')
  expect(await readdir(workingDirectory)).toEqual([])
})
