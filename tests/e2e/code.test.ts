import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSandbox, provider, type Sandbox } from './hermes.js'

let sandbox: Sandbox

beforeEach(() => {
  sandbox = createSandbox()
})

afterEach(() => {
  sandbox[Symbol.dispose]()
})

const programs = {
  python: `
from hermes_tools import read_file, terminal, ToolError
names = [read_file(name).split('|')[1].split('\\n')[0] for name in ('a.txt', 'b.txt')]
print(' and '.join(names), 'in', terminal('basename "$PWD" | wc -l')['output'].strip(), 'folder')
try:
    terminal('rm -rf ./precious')
except ToolError as error:
    print('refused:', error)
`,
  javascript: `
import { readFile, terminal, ToolError } from 'hermes_tools'
const read = async (path: string): Promise<string> => (await readFile({ path })).split('|')[1].split('\\n')[0]
const names = await Promise.all(['a.txt', 'b.txt'].map(read))
console.log(names.join(' and '), 'in', (await terminal('basename "$PWD" | wc -l')).output.trim(), 'folder')
try {
  await terminal('rm -rf ./precious')
} catch (error) {
  if (!(error instanceof ToolError)) throw error
  console.log('refused:', error.message)
}
`,
} as const

describe.each(Object.entries(programs))('a program in %s', (language, code) => {
  test('reads files and runs a command, and is denied calls that need approval', async () => {
    sandbox.write('a.txt', 'Ada\n')
    sandbox.write('b.txt', 'Bob\n')
    mkdirSync(join(sandbox.workspace, 'precious'))
    await using fake = await startFakeProvider({ script: [call('execute_code', { code, language }), text('Done.')] })
    const { stdout, stderr } = await sandbox.run([...provider(fake.baseUrl), '-z', 'go'])
    expect(stdout).toBe('Done.\n')
    expect(stderr).toContain('no one could be asked')
    const result = JSON.stringify(fake.requests[1]?.body.messages)
    expect(result).toContain('Ada and Bob in 1 folder')
    expect(result).toMatch(/refused: .*no one to ask/)
    expect(existsSync(join(sandbox.workspace, 'precious'))).toBe(true)
    expect(fake.requests).toHaveLength(2)
  })
})
