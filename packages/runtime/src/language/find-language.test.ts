import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findLanguage } from './find-language.js'
import { languageOf, localeLanguage } from './locale.js'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-language-'))
})
afterEach(() => rm(home, { recursive: true }))

test.each([
  ['zh', 'zh'],
  ['zh_CN.UTF-8', 'zh'],
  ['zh-Hans', 'zh'],
  ['zh_SG@pinyin', 'zh'],
  ['ZH-CN', 'zh'],
  ['zh_TW.UTF-8', 'en'],
  ['zh-Hant-HK', 'en'],
  ['en_GB.UTF-8', 'en'],
  ['C.UTF-8', 'en'],
  ['de', 'en'],
  ['', 'en'],
])('shows %j in %s', (tag, language) => {
  expect(languageOf(tag)).toBe(language)
})

test('takes the first variable of the locale that is set', () => {
  expect(localeLanguage({ LANG: 'zh_CN.UTF-8' })).toBe('zh')
  expect(localeLanguage({ LC_MESSAGES: 'zh_CN.UTF-8', LANG: 'en_US.UTF-8' })).toBe('zh')
  expect(localeLanguage({ LC_ALL: 'C', LC_MESSAGES: 'zh_CN.UTF-8', LANG: 'zh_CN.UTF-8' })).toBe('en')
  expect(localeLanguage({ LC_ALL: '', LANG: 'zh_CN.UTF-8' })).toBe('zh')
  expect(localeLanguage({})).toBe('en')
})

test('prefers the setting to the locale, and follows the locale again with auto', async () => {
  const variables = { HERMES_HOME: home, LANG: 'zh_CN.UTF-8' }
  expect(await findLanguage(variables)).toBe('zh')
  await writeFile(join(home, 'config.yaml'), 'display:\n  language: en\n')
  expect(await findLanguage(variables)).toBe('en')
  await writeFile(join(home, 'config.yaml'), 'display: { language: auto }\n')
  expect(await findLanguage(variables)).toBe('zh')
  await writeFile(join(home, 'config.yaml'), 'display:\n  language: zh\n')
  expect(await findLanguage({ ...variables, LANG: 'C' })).toBe('zh')
})

test('reads the variable, also from .env, and the settings of a profile', async () => {
  expect(await findLanguage({ HERMES_HOME: home, HERMES_LANGUAGE: 'zh' })).toBe('zh')
  await writeFile(join(home, '.env'), 'HERMES_LANGUAGE=zh\n')
  expect(await findLanguage({ HERMES_HOME: home })).toBe('zh')
  await mkdir(join(home, 'profiles/work'), { recursive: true })
  await writeFile(join(home, 'profiles/work/config.yaml'), 'display:\n  language: zh\n')
  expect(await findLanguage({ HERMES_HOME: home, LANG: 'C' }, { profile: 'work' })).toBe('zh')
})

test('falls back to the locale when the settings or the name of the profile are invalid', async () => {
  await writeFile(join(home, 'config.yaml'), 'display: [language\n')
  expect(await findLanguage({ HERMES_HOME: home, LANG: 'zh_CN.UTF-8' })).toBe('zh')
  await writeFile(join(home, 'config.yaml'), 'display:\n  language: 3\n')
  expect(await findLanguage({ HERMES_HOME: home, LANG: 'zh_CN.UTF-8' })).toBe('zh')
  expect(await findLanguage({ HERMES_HOME: home, LANG: 'C' }, { profile: '../x' })).toBe('en')
})
