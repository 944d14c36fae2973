import { expect, test } from 'vitest'
import { parseConfigDocument } from '../../packages/runtime/src/config/document/config-document.js'
import { configSchema } from '../../packages/runtime/src/schema/config-schema.js'
import { blocksIn } from './pages.js'

test('has only valid config examples', () => {
  const problems = blocksIn('yaml').flatMap(({ page, line, code }) => {
    const { success, error } = configSchema.safeParse(parseConfigDocument(page, code).values)
    return success
      ? []
      : [`${page}:${line}: ${error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)}`]
  })
  expect(blocksIn('yaml').length).toBeGreaterThan(20)
  expect(problems).toEqual([])
})
