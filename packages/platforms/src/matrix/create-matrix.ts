import { createHash } from 'node:crypto'
import type { Logger } from '@hermes/core'
import type { CallOptions, InboundEvent, PlatformAdapter } from '@hermes/core/platform'
import * as z from 'zod'
import { openMatrixApi } from './matrix-api.js'
import { matrixLimits } from './matrix-limits.js'
import type { MatrixOptions } from './matrix-options.js'
import { receiveRooms } from './receive-rooms.js'
import { createRoomTasks } from './room-tasks.js'
import { createRooms } from './rooms.js'
import { createSender } from './send-event.js'
import type { OwnAccount } from './to-inbound.js'

export interface MatrixServices {
  readonly fetch: typeof fetch
  readonly logger: Logger
}

const account = z.object({ user_id: z.string() })
const profile = z.object({ displayname: z.string().nullish() })

/** Connects to a homeserver by its client-server API. Encrypted rooms are not read. */
export function createMatrix(options: MatrixOptions, { fetch: request, logger }: MatrixServices): PlatformAdapter {
  const api = openMatrixApi(options, request)
  const rooms = createRooms(api)
  const tasks = createRoomTasks(api, logger)
  let known: OwnAccount | undefined

  async function own({ signal }: CallOptions): Promise<OwnAccount> {
    if (known) return known
    const { user_id: userId } = await api.call({ path: 'client/v3/account/whoami', answer: account, signal })
    const path = `client/v3/profile/${encodeURIComponent(userId)}`
    const { displayname } = await api.call({ path, answer: profile, signal })
    known = { userId, name: displayname ?? '' }
    return known
  }

  async function* receive({ signal }: CallOptions): AsyncGenerator<InboundEvent> {
    try {
      yield* receiveRooms({ api, rooms, tasks, options, own: await own({ signal }) }, { signal })
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  return {
    id: 'matrix',
    limits: matrixLimits,
    account: `${options.homeserver} ${createHash('sha256').update(options.access_token).digest('hex').slice(0, 16)}`,
    receive,
    ...createSender(api, async (callOptions) => (await own(callOptions)).userId),
    readAttachment: (uri, callOptions) => api.download(uri, matrixLimits.media?.maxInBytes ?? 0, callOptions),
    check: async (callOptions) => (await own(callOptions)).userId,
    [Symbol.asyncDispose]: async () => undefined,
  }
}
