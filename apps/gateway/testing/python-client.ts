import { execFile, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const cache = fileURLToPath(new URL('../../../node_modules/.cache/python-openai', import.meta.url))
const execute = promisify(execFile)

/** A Python in which OpenAI's own client is installed. */
export interface PythonClient {
  /** Runs a program, and yields its lines as they are printed. Throws when the program fails. */
  run(program: string, variables: Readonly<Record<string, string>>): AsyncIterable<string>
}

/** Returns the client, which is installed from the package index on first use, or a sentence that says why there is none. */
export async function findPythonClient(): Promise<PythonClient | string> {
  const program = join(cache, 'bin', 'python')
  try {
    await execute(program, ['-c', 'import openai']).catch(install)
    return { run: (text, variables) => lines(program, text, variables) }
  } catch (error) {
    return `OpenAI's Python client cannot be installed: ${String(error).split('\n').slice(0, 2).join(' ').trim()}`
  }
}

/** A virtual environment contains its own path, so it is created in its final place. It counts as installed once the client is in it. */
async function install(): Promise<void> {
  mkdirSync(cache, { recursive: true })
  await execute('python3', ['-m', 'venv', '--clear', cache], { timeout: 120_000 })
  const pip = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--retries',
    '1',
    '--timeout',
    '15',
    'openai<4',
  ]
  await execute(join(cache, 'bin', 'python'), pip, { timeout: 300_000 })
}

async function* lines(program: string, text: string, variables: Readonly<Record<string, string>>) {
  const child = spawn(program, ['-c', text], { env: { PATH: process.env.PATH, ...variables }, stdio: 'pipe' })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    errors += piece
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  try {
    yield* createInterface({ input: child.stdout })
    const code = await ended
    if (code !== 0) throw new Error(`Python ended with ${code}: ${errors}`)
  } finally {
    child.kill('SIGKILL')
  }
}
