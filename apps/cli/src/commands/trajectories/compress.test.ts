import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sectionNames } from '@hermes/compressor'
import { createTokenCounter } from '@hermes/compressor/tokens'
import { startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCli } from '../../start/run-cli.js'

let folder: string

// Loading a vocabulary is slow on a busy machine.
beforeAll(async () => {
  await Promise.all([import('./compress.js'), createTokenCounter({ model: 'gpt-5' }).load()])
}, 240_000)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-trajectories-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function compress(...args: readonly string[]) {
  const stdout = new PassThrough({ encoding: 'utf8' })
  const stderr = new PassThrough({ encoding: 'utf8' })
  const stdin = new PassThrough().end()
  const io = { stdin, stdout, stderr, env: { HERMES_HOME: join(folder, 'home') }, workingDirectory: folder }
  const code = await runCli(['trajectories', 'compress', ...args], { io })
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
}

/** Builds a record with this many calls and results, and a custom field. */
function record(id: number, calls: number): string {
  const work = Array.from({ length: calls }, (_, index) => [
    { from: 'gpt', value: `<tool_call>\n{"name":"read_file","arguments":{"path":"file-${index}"}}\n</tool_call>` },
    { from: 'tool', value: `<tool_response>\n${`what file ${index} says, `.repeat(50)}\n</tool_response>` },
  ])
  const conversations = [{ from: 'human', value: 'Read them all.' }, ...work.flat(), { from: 'gpt', value: 'Done.' }]
  return JSON.stringify({ id, conversations })
}

const short = record(1, 2)
const long = record(2, 80)
const put = (name: string, lines: readonly string[]) => writeFile(join(folder, name), `${lines.join('\n')}\n`)
const get = async (name: string) => (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n')

test('compresses long trajectories and copies all others unchanged', async () => {
  await put('in.jsonl', [short, '', long])
  const { code, out, err } = await compress('in.jsonl', 'out.jsonl', '--target-tokens', '4000')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^2 trajectories: [\d.]+k tokens became [\d.]+k\.\n1 compressed, 1 short enough\.\n$/)
  const [first, second = '', ...more] = await get('out.jsonl')
  expect(first).toBe(short)
  expect(more).toEqual([])
  const written = JSON.parse(second)
  expect(written.id).toBe(2)
  expect(written.conversations.at(0)).toEqual({ from: 'human', value: 'Read them all.' })
  expect(written.conversations.at(-1)).toEqual({ from: 'gpt', value: 'Done.' })
  expect(second.length).toBeLessThan(long.length / 3)
  // Conversations are private.
  if (process.platform !== 'win32') expect((await stat(join(folder, 'out.jsonl'))).mode & 0o077).toBe(0)
})

test('reads and writes gzip files', async () => {
  await writeFile(join(folder, 'in.jsonl.gz'), gzipSync(`${short}\n${long}`))
  const { code } = await compress('in.jsonl.gz', 'out.jsonl.gz', '--target-tokens', '4000')
  expect(code).toBe(0)
  const lines = gunzipSync(await readFile(join(folder, 'out.jsonl.gz')))
    .toString()
    .trimEnd()
    .split('\n')
  expect(lines.map((line) => JSON.parse(line).id)).toEqual([1, 2])
})

test('replaces a file with its result', async () => {
  await put('all.jsonl', [long, short])
  expect(await compress('all.jsonl', 'all.jsonl', '--target-tokens', '4000')).toMatchObject({ code: 0 })
  expect((await get('all.jsonl')).map((line) => JSON.parse(line).id)).toEqual([2, 1])
  expect(await readdir(folder)).toEqual(['all.jsonl'])
})

test('omits and names broken lines, and fails', async () => {
  await put('in.jsonl', [short, '{"id":', long, '{"text":"x"}'])
  const { code, err } = await compress('in.jsonl', 'out.jsonl', '--target-tokens', '4000')
  expect(code).toBe(1)
  expect(err).toContain('Line 2: ')
  expect(err).toContain('Line 4: The record is not a trajectory: it has neither "messages" nor "conversations".')
  expect(err).toContain('2 lines could not be read and are omitted.')
  expect((await get('out.jsonl')).map((line) => JSON.parse(line).id)).toEqual([1, 2])
})

test('writes nothing when the input cannot be read completely', async () => {
  await put('out.jsonl', ['as it was'])
  await writeFile(join(folder, 'cut.jsonl.gz'), gzipSync(`${short}\n${long}`.repeat(50)).subarray(0, 400))
  for (const input of ['cut.jsonl.gz', 'missing.jsonl']) {
    const { code, err } = await compress(input, 'out.jsonl')
    expect({ code, isNamed: err.includes(input) }).toEqual({ code: 1, isNamed: true })
  }
  expect(await get('out.jsonl')).toEqual(['as it was'])
  expect((await readdir(folder)).toSorted()).toEqual(['cut.jsonl.gz', 'out.jsonl'])
})

test('reports without writing in a dry run', async () => {
  await put('in.jsonl', [short, long])
  const { code, out } = await compress('in.jsonl', '--dry-run', '--json', '--target-tokens', '4000')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ output: null, trajectories: 2, compressed: 1, unchanged: 1, broken: [] })
  expect(await readdir(folder)).toEqual(['in.jsonl'])
})

describe('with a model', () => {
  const asking = (baseUrl: string) => [
    '-m',
    'small',
    '--base-url',
    baseUrl,
    '--api-key',
    'key',
    '--target-tokens',
    '4000',
  ]

  test('writes the summaries', async () => {
    await put('in.jsonl', [short, long])
    const summary = sectionNames.map((name) => `## ${name}\nThe model's own words.`).join('\n\n')
    await using provider = await startFakeProvider({ script: () => text(summary) })
    const { code, err } = await compress('in.jsonl', 'out.jsonl', ...asking(provider.baseUrl))
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect((await get('out.jsonl'))[1]).toContain("The model's own words.")
    expect(provider.requests[0]?.body.model).toBe('small')
  })

  test('falls back to rules when the model returns nothing useful, and reports it', async () => {
    await put('in.jsonl', [long])
    await using provider = await startFakeProvider({ script: () => text('') })
    const { code, err } = await compress('in.jsonl', 'out.jsonl', ...asking(provider.baseUrl))
    expect(code).toBe(0)
    expect(err).toMatch(/^1 x The summary was made by rules/)
    expect((await get('out.jsonl'))[0]?.length).toBeLessThan(long.length / 3)
  })

  test('does not call the model in a dry run', async () => {
    await put('in.jsonl', [long])
    await using provider = await startFakeProvider({ script: () => text('No.') })
    await compress('in.jsonl', '--dry-run', ...asking(provider.baseUrl))
    expect(provider.requests).toEqual([])
  })
})

test('selects a deterministic sample, and a smaller one is part of a larger one', async () => {
  await put(
    'in.jsonl',
    Array.from({ length: 400 }, (_, index) => record(index, 1)),
  )
  const ids = async (share: string) => {
    await compress('in.jsonl', 'out.jsonl', '--sample', share)
    return (await get('out.jsonl')).map((line): number => JSON.parse(line).id)
  }
  const tenth = await ids('10%')
  expect(tenth.length).toBeGreaterThan(20)
  expect(tenth.length).toBeLessThan(70)
  expect(await ids('10')).toEqual(tenth)
  expect(await ids('40%')).toEqual(expect.arrayContaining(tenth))
})

test.each([
  [['in.jsonl'], 'Where to?'],
  [['in.jsonl', 'out.jsonl', '--sample', '0'], '--sample 0'],
  [['in.jsonl', 'out.jsonl', '--workers', '0'], '--workers 0'],
  [['in.jsonl', 'out.jsonl', '--target-tokens', '100'], 'at least 500'],
])('rejects %j', async (args, reason) => {
  await put('in.jsonl', [short])
  const { code, err } = await compress(...args)
  expect(code).toBeGreaterThan(0)
  expect(err).toContain(reason)
  expect(await readdir(folder)).toEqual(['in.jsonl'])
})
