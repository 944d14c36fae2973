import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { formatSize } from '../../chats/files/format-size.js'
import { callerOf } from '../request/caller.js'
import { errorResponse } from '../request/error-response.js'
import { idempotencyKey } from '../request/idempotency-key.js'
import { limitBody } from '../request/limit-body.js'
import { pageOf } from '../request/page-of.js'
import { badRequest } from '../request/request-error.js'
import { toFileObject } from './file-object.js'
import { purposes } from './file-record.js'
import type { DeletedFile, FileList } from './file-schemas.js'
import type { Files } from './files.js'
import { readUpload } from './upload-request.js'
import { createUploadRoom } from './upload-room.js'

/** What the other parts of an upload and its boundaries may have. */
const overheadBytes = 64 * 1024
/** All uploads that are read at the same time. */
const roomBytes = 64 * 2 ** 20

/** `/v1/files`: the files that messages name. */
export function fileRoutes(files: Files): Hono {
  const routes = new Hono()
  const caller = (context: Context) => callerOf(context, context.req.query('user'))
  const own = (context: Context) => files.require(context.req.param('id') ?? '', caller(context))
  const { maxFileBytes } = files.limits()
  const maxSize = maxFileBytes + overheadBytes
  const tooLarge = () => fileTooLarge(maxFileBytes)
  routes.post('/', waitForRoom(maxSize), limitBody({ maxSize, onError: tooLarge }), async (context) => {
    const key = idempotencyKey(context)
    const { file, ...upload } = await readUpload(context)
    if (file.size > maxFileBytes) return tooLarge()
    const content = new Uint8Array(await file.arrayBuffer())
    return context.json(
      toFileObject(await files.add(caller(context), { ...upload, content, ...(key !== undefined && { key }) })),
    )
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
    // Whatever it is, no browser shows it as a page of this server.
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

/** Uploads whose content would not fit into memory beside the others wait until there is room. */
function waitForRoom(maxSize: number): MiddlewareHandler {
  const room = createUploadRoom(Math.max(roomBytes, maxSize))
  return async (context, next) => {
    const told = Number.parseInt(context.req.header('content-length') ?? '', 10)
    const leave = await room.enter(Number.isNaN(told) ? maxSize : Math.min(told, maxSize))
    try {
      await next()
    } finally {
      leave()
    }
  }
}

function fileTooLarge(maxBytes: number): Response {
  const message = `The file is larger than ${formatSize(maxBytes)}: send a smaller one, or raise gateway.api_server.files.max_file_mb.`
  return errorResponse(413, 'request_too_large', message)
}
