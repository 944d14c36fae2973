import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PromptContext } from '@hermes/core'
import type { FileSystem } from '@hermes/core/environment'
import { createLocalEnvironment } from '@hermes/environments'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../testing/temp-home.js'
import { defaultPromptSections } from './prompt-sections.js'

/** Builds the prompt of a session that works in a new folder, with some functions of its file system replaced. */
async function setUp(replace: (files: FileSystem) => Partial<FileSystem>) {
  const folder = await tempFolder()
  await mkdir(join(folder, '.git'))
  await writeFile(join(folder, 'AGENTS.md'), 'Run the tests first.')
  const environment = createLocalEnvironment({ workingDirectory: folder, variables: { PATH: process.env.PATH } })
  onTestFinished(() => environment[Symbol.asyncDispose]())
  const sections = defaultPromptSections({
    environment: { ...environment, files: { ...environment.files, ...replace(environment.files) } },
    soul: join(folder, 'SOUL.md'),
    contextFileMaxChars: 20_000,
  })
  return async () => {
    const context: PromptContext = { sessionId: 's', source: 'cli', model: 'm', tools: ['read_file'] }
    const texts = await Promise.all(
      sections.map(({ content }) => (typeof content === 'string' ? content : content(context))),
    )
    return texts.join('\n')
  }
}

test('lists the working folder once for each prompt', async () => {
  const listed: string[] = []
  const prompt = await setUp(({ list }) => ({
    list(path) {
      listed.push(path)
      return list(path)
    },
  }))
  expect(await prompt()).toContain('Run the tests first.')
  expect(listed).toHaveLength(1)
  await prompt()
  expect(listed).toHaveLength(2)
})

test('reads the instructions in a folder that cannot be listed', async () => {
  const prompt = await setUp(() => ({
    list: () => Promise.reject(Object.assign(new Error('permission denied'), { code: 'EACCES' })),
  }))
  expect(await prompt()).toContain('Run the tests first.')
})

test('compares names as the file system does', async () => {
  const prompt = await setUp(({ list }) => ({
    list: async (path) => (await list(path)).map((entry) => ({ ...entry, name: entry.name.toLowerCase() })),
  }))
  expect(await prompt()).toContain('Run the tests first.')
})
