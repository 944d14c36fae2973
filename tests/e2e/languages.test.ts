import { join } from 'node:path'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, provider, root, type Sandbox } from './hermes.js'
import { openTerminal, type TerminalProcess } from './terminal.js'

let sandbox: Sandbox
let chat: TerminalProcess | undefined
beforeEach(() => {
  sandbox = createSandbox()
  sandbox.writeHome('config.yaml', 'auxiliary: { title_generation: { enabled: false } }\n')
})
afterEach(() => {
  chat?.process.kill('SIGKILL')
  chat = undefined
  sandbox[Symbol.dispose]()
})

/** Chinese characters take two columns. */
function columnsOf(text: string): number {
  return text.replaceAll(/\p{Script=Han}/gu, '##').length
}

const chinese = { env: { LANG: 'zh_CN.UTF-8' } }

test('shows help and errors of the command line in the language of the locale', async () => {
  const help = await sandbox.run(['--help'], chinese)
  expect(help.stdout).toMatch(/^用法：hermes \[命令\] \[选项\]\n/)
  expect(help.stdout).toContain('列出、搜索、导出、修复和删除会话')
  expect((await sandbox.run(['sessions', 'list', '--help'], chinese)).stdout).toContain('\n选项：\n')
  const wrong = await sandbox.run(['sessions', 'lst'], chinese)
  expect(wrong).toMatchObject({ code: 2, stdout: '' })
  expect(wrong.stderr).toContain('没有子命令“lst”')
  expect(wrong.stderr).toContain('是不是想输入 `list`？')
})

test('shows the status and an empty list of sessions in the language of the locale, in even columns', async () => {
  const { stdout } = await sandbox.run(['status'], chinese)
  expect(stdout).toContain('无：由离线替身应答。设置模型：hermes setup')
  const names = stdout.match(/^(?:档案|模型|密钥|备用|工具|MCP 服务器|沙箱|审批|问题) +(?=\S)/gm) ?? []
  expect(names).toHaveLength(9)
  expect(new Set(names.map(columnsOf)).size).toBe(1)
  expect((await sandbox.run(['sessions', 'list'], chinese)).stderr).toBe('还没有会话。\n')
})

test('prefers the setting to the locale, even in the written help', async () => {
  sandbox.writeHome('config.yaml', 'display: { language: zh }\n')
  expect((await sandbox.run(['--help'])).stdout).toContain('用法：')
  sandbox.writeHome('config.yaml', 'display: { language: en }\n')
  expect((await sandbox.run(['--help'], chinese)).stdout).toMatch(/^Usage: hermes/)
})

test('chats in Chinese and leaves tools and prompts in English', async () => {
  sandbox.write('old.txt', 'x')
  const script = [call('terminal', { command: 'rm -rf ./old.txt && echo gone' }), text('好了。')]
  await using fake = await startFakeProvider({ script })
  const words = [process.execPath, join(root, 'apps/cli/dist/main.js'), ...provider(fake.baseUrl)]
  chat = openTerminal(sandbox, words, { locale: 'zh_CN.UTF-8' })
  await chat.shows('/help 列出命令，Ctrl+D 退出。')
  await chat.shows('❯')
  chat.type('/status\r')
  await chat.shows('工具调用')
  await chat.shows('❯')
  const facts = chat.screen().match(/^(?:模型|会话|推理强度) +(?=\S)/gm) ?? []
  expect(facts).toHaveLength(3)
  expect(new Set(facts.map(columnsOf)).size).toBe(1)
  chat.type('/nonsense\r')
  await chat.shows('✗ 没有命令 /nonsense。')
  chat.type('整理一下\r')
  await chat.shows('terminal 请求运行：')
  await chat.shows('[y] 是  [s] 本会话内都允许')
  chat.type('y\r')
  await chat.shows('好了。')
  await chat.shows('❯')
  chat.type('\u0004')
  await chat.shows('恢复会话：')
  expect(await chat.exit).toBe(0)
  const sent = JSON.stringify(fake.requests.map(({ body }) => body))
  expect(sent.replaceAll('整理一下', '')).not.toMatch(/\p{Script=Han}/u)
})

test('asks the questions of the setup in Chinese', async () => {
  const words = [process.execPath, join(root, 'apps/cli/dist/main.js'), 'setup']
  chat = openTerminal(sandbox, words, { locale: 'zh_CN.UTF-8' })
  await chat.shows('正在查找本机的密钥和模型服务器。')
  await chat.shows('使用哪个模型提供商？')
  await chat.shows('需要密钥')
  chat.type('\u0003')
  expect(await chat.exit).toBe(130)
  expect(chat.output()).toContain('未保存任何内容。要继续：hermes setup')
})

test('shows the full screen in Chinese', async () => {
  await using fake = await startFakeProvider({ script: [text('好了。')] })
  const words = [process.execPath, join(root, 'apps/cli/dist/main.js'), '--tui', ...provider(fake.baseUrl)]
  chat = openTerminal(sandbox, words, { locale: 'zh_CN.UTF-8' })
  await chat.shows('沙箱')
  chat.type('/status\r')
  await expect.poll(chat.screen, { timeout: 15_000 }).toContain('推理强度')
})
