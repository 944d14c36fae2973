import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { callerOf } from '../request/caller.js'
import { idempotencyKey } from '../request/idempotency-key.js'
import { pageOf } from '../request/page-of.js'
import { badRequest } from '../request/request-error.js'
import { toFileObject } from './file-object.js'
import { purposes } from './file-record.js'
import type { DeletedFile, FileList } from './file-schemas.js'
import type { Files } from './files.js'
import { fileTooLarge } from './receive-content.js'
import { overheadBytes, readUpload } from './upload-request.js'
import { createUploadRoom } from './upload-room.js'

/** Maximum size of all uploads that arrive at the same time, in bytes. */
const roomBytes = 64 * 2 ** 20

/** Serves `/v1/files`: the files that messages name. */
export function fileRoutes(files: Files): Hono {
  const routes = new Hono()
  const caller = (context: Context) => callerOf(context, context.req.query('user'))
  const own = (context: Context) => files.require(context.req.param('id') ?? '', caller(context))
  routes.post('/', waitForRoom(files), async (context) => {
    const [owner, key] = [caller(context), idempotencyKey(context)]
    const upload = await readUpload(context, files)
    const file = await files.add(owner, { ...upload, ...(key !== undefined && { key }) })
    return context.json(toFileObject(file))
  })
  routes.get('/', async (context) => {
    const purpose = context.req.query('purpose')
    if (purpose !== undefined && !purposes.some((known) => known === purpose)) {
      throw badRequest(`'purpose' must be one of ${purposes.map((known) => `"${known}"`).join(', ')}.`, 'purpose')
    }
    const all = await files.list(caller(context))
    const asked = purpose === undefined ? all : all.filter((file) => file.purpose === purpose)
    const page = pageOf(context, asked.toReversed().map(toFileObject), { usual: 10_000, most: 10_000 })
    return context.json(page satisfies FileList)
  })
  routes.get('/:id', async (context) => context.json(toFileObject(await own(context))))
  routes.get('/:id/content', async (context) => {
    const file = await own(context)
    // The headers keep browsers from showing any content as a page of this server.
    return new Response(ReadableStream.from(await files.open(file)), {
      headers: {
        'content-type': 'application/octet-stream',
        'content-length': `${file.bytes}`,
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.filename)}`,
        'x-content-type-options': 'nosniff',
      },
    })
  })
  routes.delete('/:id', async (context) => {
    const file = await own(context)
    await files.remove(file)
    return context.json({ id: file.id, object: 'file', deleted: true } satisfies DeletedFile)
  })
  return routes
}

/** Uploads are on disk before they count as files of their key, so those that exceed the room wait unread. */
function waitForRoom(files: Files): MiddlewareHandler {
  const room = createUploadRoom(roomBytes)
  return async (context, next) => {
    const { maxFileBytes } = files.limits()
    const maxBytes = maxFileBytes + overheadBytes
    const told = Number.parseInt(context.req.header('content-length') ?? '', 10)
    if (told > maxBytes) throw fileTooLarge(maxFileBytes)
    const leave = await room.enter(Number.isNaN(told) ? maxBytes : told)
    try {
      await next()
    } finally {
      leave()
    }
  }
}
