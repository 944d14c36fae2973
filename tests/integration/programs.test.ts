import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment, ToolContext } from '@hermes/core'
import { type CodeLanguage, codeTools } from '@hermes/tools/code'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createLocalEnvironment } from '../../packages/environments/src/index.js'
import { createSandbox, probeSandbox } from '../../packages/environments/src/sandbox/index.js'
import { createSshEnvironment } from '../../packages/environments/src/ssh/index.js'
import { startSshd, whyNoSshd } from '../../packages/environments/testing/sshd.js'

const probed = await probeSandbox()

interface Place {
  readonly name: string
  readonly isSkipped: boolean
  open(workingDirectory: string): Promise<Environment>
}

const places: readonly Place[] = [
  {
    name: `in a sandbox${probed.status === 'available' ? '' : `, skipped: ${probed.reason}`}`,
    isSkipped: probed.status !== 'available',
    async open(workingDirectory) {
      const stateFolder = await mkdtemp(join(tmpdir(), 'hermes-sandbox-state-'))
      if (probed.status !== 'available') throw new Error('The tests are skipped without a sandbox.')
      const policy = { workspaces: [workingDirectory], network: 'none' } as const
      const sandbox = createSandbox(probed, { policy, stateFolder })
      onTestFinished(async () => {
        await sandbox[Symbol.asyncDispose]()
        await rm(stateFolder, { recursive: true, force: true })
      })
      return createLocalEnvironment({ workingDirectory, variables: process.env, killGraceMs: 300, sandbox })
    },
  },
  {
    name: `on another host${whyNoSshd && `, skipped: ${whyNoSshd}`}`,
    isSkipped: Boolean(whyNoSshd),
    async open(workingDirectory) {
      const { host, configFile, ...sshd } = await startSshd()
      onTestFinished(() => sshd[Symbol.asyncDispose]())
      return createSshEnvironment({ host, configFile, workingDirectory, variables: process.env, killGraceMs: 300 })
    },
  },
]

const programs: Readonly<Record<CodeLanguage, readonly [set: string, use: string, forever: string]>> = {
  python: [
    'import hermes_tools; x = hermes_tools.read_file("é" * 300_000)',
    'print(len(x), open("a.txt").read(), end="")',
    'while True: pass',
  ],
  javascript: [
    'const x = await hermes.read_file("é".repeat(300_000))',
    'process.stdout.write(x.length + " " + require("node:fs").readFileSync("a.txt", "utf8"))',
    'for (;;) {}',
  ],
}

describe.each(places)('$name', ({ isSkipped, open }) => {
  test.skipIf(isSkipped).each(['python', 'javascript'] as const)('programs in %s', async (language) => {
    const workingDirectory = await realpath(await mkdtemp(join(tmpdir(), 'hermes-code-')))
    onTestFinished(() => rm(workingDirectory, { recursive: true, force: true }))
    await writeFile(join(workingDirectory, 'a.txt'), 'apples\n')
    await using environment = await open(workingDirectory)
    await using code = codeTools({
      environment,
      tools: {
        list: async () => [
          { name: 'read_file', parameters: { type: 'object', properties: { path: {} } }, concurrency: 'safe' },
        ],
        call: async ({ args }) => ({ content: `${args.path}${args.path}` }),
      },
    })
    const [tool] = code.tools
    const run = async (program: string, signal = new AbortController().signal) => {
      const context: ToolContext = { callId: 'call', sessionId: 's', taskId: 's', signal, report: () => undefined }
      return tool?.run({ code: program, language, reset: false }, context)
    }
    const [set, use, forever] = programs[language]
    expect(await run(set)).toMatchObject({ content: '[The program printed nothing.]' })
    expect(await run(use)).toMatchObject({ content: '600000 apples' })
    expect(await run(forever, AbortSignal.timeout(1_000))).toMatchObject({ isError: true })
    // The next program runs whether or not the variables were kept.
    expect(await run(language === 'python' ? 'print(len(x))' : 'console.log(1)')).toMatchObject({
      content: language === 'python' ? '600000' : '1',
    })
  })
})
