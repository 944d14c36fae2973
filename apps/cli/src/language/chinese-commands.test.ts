import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { textWidth } from '../render/text/text-width.js'
import { runCli } from '../start/run-cli.js'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-chinese-'))
  await mkdir(join(home, 'mine'))
  await writeFile(join(home, 'mine', 'SKILL.md'), '---\nname: mine\ndescription: 我的技能\n---\n做事。\n')
})
afterEach(() => rm(home, { recursive: true, force: true }))

async function hermes(...args: readonly string[]): Promise<string> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  stdin.end()
  const env = { HERMES_HOME: join(home, 'home'), HOME: home, PATH: process.env.PATH, LANG: 'zh_CN.UTF-8' }
  await runCli(args, { io: { stdin, stdout, stderr, env, workingDirectory: home } })
  stdout.end()
  stderr.end()
  return (await text(stdout)) + (await text(stderr))
}

/** Matches what stays the same in every language: commands, options, paths, addresses, ids, settings, variables. */
const names = [/--[a-z-]+/g, /hermes [^\n。；，、）]*/g, /\S*[\d_./=]\S*/g, /\b[A-Z][A-Z_]+\b/g]

/** Returns the words in Latin letters that are not such names. */
function wordsOf(output: string, known: readonly string[]): readonly string[] {
  const rest = names.reduce((left, name) => left.replaceAll(name, ' '), output)
  return (rest.match(/[A-Za-z][A-Za-z-]+/g) ?? []).filter((word) => !known.includes(word))
}

const programs = ['hermes', 'Hermes', 'MCP', 'API', 'token', 'Token', 'kB', 'local', 'default']

test.each<{ readonly group: string; readonly commands: readonly string[]; readonly known?: readonly string[] }>([
  {
    group: 'skills',
    commands: [
      'skills audit',
      'skills history',
      'skills check',
      'skills install ./mine --yes --force',
      'skills config mine',
      'skills audit mine',
      'skills disable mine',
      'skills enable mine',
      'skills history',
      'skills trust',
      'skills uninstall mine',
      'skills view mine',
    ],
    // The nearest name is suggested.
    known: ['mine', 'minecraft-server'],
  },
  {
    group: 'profiles',
    commands: [
      'profile create work',
      'profile show work',
      'profile use work',
      'profile rename work other',
      'profile delete other --yes',
    ],
    known: ['work', 'other', 'auto'],
  },
  {
    group: 'plugins, hooks and webhooks',
    commands: [
      'plugins doctor',
      'plugins remove none',
      'hooks list',
      'hooks revoke none',
      'webhook list',
      'webhook subscribe events 总结',
      'webhook remove events',
      'webhook remove events',
    ],
    known: ['none', 'events', 'webhook'],
  },
  {
    group: 'backups and servers',
    commands: [
      'memory add 茶',
      'backup a.zip',
      'import a.zip --dry-run',
      'import a.zip --yes',
      'mcp list',
      'mcp remove x1',
    ],
    known: ['memories'],
  },
  {
    group: 'sessions',
    commands: [
      'sessions list',
      'sessions stats',
      'sessions prune',
      'sessions repair',
      'sessions search 茶',
      'sessions export',
      'sessions import none',
      'sessions export --all --format txt',
      'sessions optimize',
      'insights',
      'checkpoints status',
    ],
    known: ['none', 'txt', 'jsonl', 'md', 'html'],
  },
  {
    group: 'memories, jobs and queues',
    commands: [
      'memory list',
      'memory add 茶',
      'memory history',
      'memory undo',
      'memory pending',
      'journey',
      'cron list',
      'cron add 10m 总结',
      'cron status',
      'cron incidents',
      'queue list',
      'queue show none 1',
      'questions list',
    ],
    // The notes have the same name on the command line.
    known: ['memory', 'none'],
  },
  {
    group: 'checks',
    commands: ['doctor', 'doctor --fix', 'security audit', 'status --all'],
    known: ['Node', 'js', 'Shell', 'ripgrep', 'git', 'manual', 'auto', 'unshare', 'bubblewrap', 'util-linux'],
  },
  {
    group: 'keys',
    commands: ['auth list', 'auth status', 'auth reset', 'auth logout openrouter'],
    known: ['openrouter'],
  },
])('prints everything about $group in Chinese', async ({ commands, known = [] }) => {
  for (const command of commands) {
    const output = await hermes(...command.split(' '))
    expect({ command, words: wordsOf(output, [...programs, ...known]) }).toEqual({ command, words: [] })
    expect(output).toMatch(/\p{Script=Han}/u)
  }
})

test('aligns the findings of the checks', async () => {
  const starts = (await hermes('security', 'audit')).matchAll(/^(?:正常|警告|错误) +\S+(?: 服务器)? +(?=\S)/gm)
  expect(new Set(Array.from(starts, ([start]) => textWidth(start)))).toEqual(new Set([22]))
})

test('prints findings for programs in English', async () => {
  const results: { title: string; text: string }[] = JSON.parse(await hermes('security', 'audit', '--json'))
  expect(results.find(({ title }) => title === 'Approvals')?.text).toBe('manual, 0 permanent rules')
})
