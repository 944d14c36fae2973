import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { everything, services } from '../testing/built-in-services.js'
import { commandTables } from '../testing/commands-page.js'
import { builtInCommands } from './built-in-commands.js'

const page = new URL('../../../../../docs/commands.md', import.meta.url)
const [begin, end] = ['<!-- commands -->', '<!-- /commands -->']

test('keeps docs/commands.md up to date', async () => {
  const text = await readFile(page, 'utf8')
  const listed = text.slice(text.indexOf(begin) + begin.length, text.indexOf(end)).trim()
  expect(listed).toBe(commandTables(builtInCommands(services(everything))))
})
