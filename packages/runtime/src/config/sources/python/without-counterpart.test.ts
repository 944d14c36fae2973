import { expect, test } from 'vitest'
import { tempFolder } from '../../../../testing/temp-home.js'
import { homePaths } from '../../../home/home-paths.js'
import { builtInPlatformNames, openPlatformForm } from '../../../platforms/platform-form.js'
import { commonSettings } from '../../../schema/platforms-schema.js'
import { hasNoCounterpart } from './without-counterpart.js'

test.each(builtInPlatformNames())('keeps every setting of %s that Hermes has', async (name) => {
  const { fields } = await openPlatformForm({ name, paths: homePaths(await tempFolder()) })
  const settings = [...fields.map((field) => field.name), ...commonSettings()]
  const ignored = settings.filter((setting) => hasNoCounterpart(['platforms', name, setting], 'value'))
  expect(ignored).toEqual([])
})

test.each([
  ['matrix', 'password', 'secret'],
  ['matrix', 'encryption', true],
  ['telegram', 'reactions', true],
])('knows that only the Python program has %s.%s', (network, name, value) => {
  expect(hasNoCounterpart(['platforms', network, name], value)).toBe(true)
})
