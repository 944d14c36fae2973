import { silentLogger } from '@hermes/core'
import { expect, test } from 'vitest'
import { tempHome } from '../../testing/temp-home.js'
import { platformSchema } from '../schema/platforms-schema.js'
import { openPlatform } from './open-platform.js'

test('names the unknown settings of a network that is not opened, and similar ones', async () => {
  const settings = platformSchema().parse({ alow_all: true, token: '1:a', pol_seconds: 5 })
  const opened = openPlatform({
    name: 'telegram',
    settings,
    paths: await tempHome(),
    variables: {},
    logger: silentLogger,
  })
  await expect(opened).rejects.toThrow(
    'There is no setting platforms.telegram.alow_all (did you mean platforms.telegram.allow_all?). There is 1 more problem in the settings.',
  )
  await expect(opened).rejects.toMatchObject({
    path: 'platforms.telegram.alow_all',
    cause: { message: expect.stringContaining('did you mean platforms.telegram.poll_seconds?') },
  })
})
