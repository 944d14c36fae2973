import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { call, type FakeProvider, startFakeProvider, text } from '@hermes/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { packed, root, run, temporaryFolder } from './pack.js'

const folder = temporaryFolder()
const example = join(folder.path, 'hermes-plugin-guestbook')
const home = join(folder.path, 'home')
const workspace = join(folder.path, 'workspace')
const book = join(home, 'guestbook.txt')
const main = join(root, 'apps/cli/dist/main.js')
const npm = (args: readonly string[], at: string) =>
  run('npm', [...args, '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], at)

beforeAll(() => {
  const tarballs = packed(['core', 'safety', 'testkit']).map(({ tarball }) => tarball)
  cpSync(join(root, 'examples/hermes-plugin-guestbook'), example, {
    recursive: true,
    filter: (path) => !/node_modules|dist/.test(path.slice(root.length)),
  })
  npm(['install', '--no-save', ...tarballs], example)
}, 240_000)
afterAll(() => folder[Symbol.dispose]())

test('builds an external plugin that passes the contract suites', () => {
  npm(['run', 'build'], example)
  expect(npm(['test'], example)).toMatch(/Tests\s+\S*\d+ passed/)
}, 240_000)

describe('installed in a home and named by its config', () => {
  beforeAll(() => {
    for (const each of [home, workspace]) mkdirSync(each)
    if (!existsSync(join(example, 'dist'))) npm(['run', 'build'], example)
    npm(['pack', '--pack-destination', folder.path], example)
    const plugin = readdirSync(folder.path).find((file) => /^hermes-plugin-guestbook.*\.tgz$/.test(file))
    const core = packed(['core']).map(({ tarball }) => tarball)
    npm(['install', '--prefix', home, join(folder.path, String(plugin)), ...core], home)
  }, 240_000)

  /** Opens a provider whose script signs the book, and a home that is configured for it. */
  async function open(): Promise<FakeProvider> {
    rmSync(book, { force: true })
    const sign = call('guestbook_sign', { name: 'Grace', text: 'Goodbye.' })
    const provider = await startFakeProvider({ script: [call('guestbook_read', {}), sign, text('Done.')] })
    onTestFinished(() => provider.close())
    const config = [
      'plugins: [{ use: hermes-plugin-guestbook, host: Ada }]',
      `model: { provider: custom, base_url: "${provider.baseUrl}", default: m, context_length: 100000 }`,
      'auxiliary: { title_generation: { enabled: false } }',
    ]
    writeFileSync(join(home, 'config.yaml'), `${config.join('\n')}\n`)
    return provider
  }
  const env = { PATH: process.env.PATH, HOME: home, HERMES_HOME: home, LANG: 'C.UTF-8', TERM: 'xterm-256color' }
  const start = (program: string, args: readonly string[]) => spawn(program, args, { cwd: workspace, env })

  /** Runs `hermes` without a person to ask. */
  async function unattended(...args: readonly string[]): Promise<string> {
    const child = start(process.execPath, [main, ...args])
    child.stdin.end()
    const printed: string[] = []
    child.stdout.setEncoding('utf8').on('data', (data: string) => printed.push(data))
    await new Promise((resolve) => child.once('close', resolve))
    return printed.join('')
  }
  const results = (provider: FakeProvider) => JSON.stringify(provider.requests.at(-1)?.body.messages)

  test('is listed with its contributions', async () => {
    await open()
    const listed = await unattended('plugins', 'list')
    for (const part of ['hermes-plugin-guestbook', 'guestbook_sign']) expect(listed).toContain(part)
  })

  test('calls its tools, adds its guidance to the prompt, and denies calls that need approval', async () => {
    const provider = await open()
    expect(await unattended('-z', 'Sign the guest book for Grace.')).toBe('Done.\n')
    const system = JSON.stringify(provider.requests[0]?.body.messages)
    expect(system).toContain('Sign the guest book when the user says goodbye')
    expect(system.indexOf('This is the house of Ada')).toBeLessThan(system.indexOf('Today is'))
    expect(results(provider)).toContain('There are no entries yet.')
    expect(results(provider)).toContain('It signs the guest book, where everybody can read it.')
    expect(results(provider)).toContain('there is no one to ask')
    expect(existsSync(book)).toBe(false)
  })

  test('asks a person, runs with approval, and offers its command in the chat', async () => {
    const provider = await open()
    const chat = start('script', [
      '--quiet',
      '--return',
      '--command',
      `'${process.execPath}' '${main}' --cli`,
      '/dev/null',
    ])
    onTestFinished(() => void chat.kill('SIGKILL'))
    let screen = ''
    chat.stdout.setEncoding('utf8').on('data', (data: string) => {
      screen += stripVTControlCharacters(data)
    })
    const shows = (expected: string) => expect.poll(() => screen, { timeout: 30_000 }).toContain(expected)
    await shows('❯')
    chat.stdin.write('sign for Grace\r')
    await shows('It signs the guest book')
    await shows('Grace: Goodbye.')
    await shows('Run it?')
    chat.stdin.write('y\r')
    await shows('Done.')
    expect(screen).toContain('guestbook_sign for Grace')
    expect(readFileSync(book, 'utf8')).toBe('Grace: Goodbye.\n')
    expect(results(provider)).toContain('Signed.')
    chat.stdin.write('/guestbook\r')
    await expect
      .poll(() => screen.slice(screen.lastIndexOf('/guestbook')), { timeout: 30_000 })
      .toContain('Grace: Goodbye.')
  }, 60_000)
})
