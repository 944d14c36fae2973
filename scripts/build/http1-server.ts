import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/**
 * Keeps HTTP/2 out of the server: hono imports `node:http2` to recognize requests of a kind that no server here receives. Loading it costs
 * each start of the gateway milliseconds and megabytes.
 */
export const http1Server: Plugin = {
  name: 'http1-server',
  setup(build) {
    build.onResolve({ filter: /^(?:node:)?http2$/ }, ({ importer }) =>
      /[/\\]@hono[/\\]node-server[/\\]/.test(importer) ? { path: 'http2', namespace: 'http1-server' } : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: 'http1-server' }, () => ({
      contents: 'export class Http2ServerRequest {}\nexport const constants = { NGHTTP2_NO_ERROR: 0 }',
    }))
  },
}
