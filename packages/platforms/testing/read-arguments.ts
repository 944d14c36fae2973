import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** The parameters of a call of the Bot API. */
export type Arguments = Readonly<Record<string, unknown>>

/** JSON, or a form with files whose other values are JSON. */
export async function readArguments(request: IncomingMessage): Promise<Arguments> {
  const body = await buffer(request)
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/')) return body.length > 0 ? (JSON.parse(body.toString()) as Arguments) : {}
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const given = [...form.entries()]
  // An attached file is a part of its own, named by `attach://`.
  const attached = new Map(given.filter(([, value]) => value instanceof File))
  return Object.fromEntries(
    given
      .filter(([, value]) => typeof value === 'string')
      .map(([name, value]) => [name, fromField(name, String(value), attached)]),
  )
}

function fromField(name: string, value: string, attached: ReadonlyMap<string, unknown>): unknown {
  if (value.startsWith('attach://')) return attached.get(value.slice('attach://'.length))
  return /^(caption_entities|reply_markup|reply_parameters)$/.test(name) ? JSON.parse(value) : value
}
