import { missingCommands as missingSlashCommands } from '@hermes/conversations/commands'
import { createTranslate } from '@hermes/safety/language'
import { expect, test } from 'vitest'
import { missingCommands } from '../arguments/missing-commands.js'
import { chinese } from './zh/index.js'

const t = createTranslate('zh', chinese)

test.each([
  ...Object.entries(missingCommands).map(([name, text]) => `There is no command "${name}". ${text}`),
  ...Object.entries(missingSlashCommands).map(([name, text]) => `There is no command /${name}. ${text}`),
])('%s', (said) => {
  const [first, second] = t.of(said).split('。')
  expect(first).toMatch(/^没有命令/)
  expect(second).toMatch(/\p{Script=Han}/u)
})
