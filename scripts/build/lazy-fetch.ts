import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** The package that depends on hono. */
const gateway = join(import.meta.dirname, '../../apps/gateway')

/** What hono's server does when it is loaded, and what it does instead. */
const changes: readonly (readonly [from: string, to: string])[] = [
  // Its own headers have all that a request needs of them.
  ['const GlobalHeaders = globalThis.Headers;', ''],
  ['HeadersCtor = GlobalHeaders', 'HeadersCtor = globalThis.Headers'],
  ['Object.setPrototypeOf(RequestHeaders.prototype, GlobalHeaders.prototype);', ''],
  [
    'globalThis.Headers === GlobalHeaders ? new RequestHeaders(incoming) : materializeHeaders(incoming.rawHeaders, globalThis.Headers)',
    'new RequestHeaders(incoming)',
  ],
  // The classes of `fetch` become the parents of its own ones with the first request or answer that needs them.
  [
    'const GlobalRequest = global.Request;\nvar Request$1 = class extends GlobalRequest {',
    `const isA = (value, name) => Object.prototype.toString.call(value) === \`[object \${name}]\`;
let madeRequest;
const requestClass = () => {
	if (madeRequest === void 0) {
		madeRequest = createRequestClass(globalThis.Request);
		Object.setPrototypeOf(requestPrototype, madeRequest.prototype);
	}
	return madeRequest;
};
function Request$1(input, init) {
	return new (requestClass())(input, init);
}
const createRequestClass = (GlobalRequest) => class extends GlobalRequest {`,
  ],
  ['Object.setPrototypeOf(requestPrototype, Request$1.prototype);', ''],
  [
    'const GlobalResponse = global.Response;',
    `let madeResponse;
const responseClass = () => {
	if (madeResponse === void 0) {
		madeResponse = globalThis.Response;
		Object.setPrototypeOf(Response$1, madeResponse);
		Object.setPrototypeOf(Response$1.prototype, madeResponse.prototype);
	}
	return madeResponse;
};`,
  ],
  ['cache && cache[2] instanceof Headers ?', 'cache && isA(cache[2], "Headers") ?'],
  ['new GlobalResponse(this.#body,', 'new (responseClass())(this.#body,'],
  ['if (init instanceof GlobalResponse) {', 'if (init instanceof Response$1 || isA(init, "Response")) {'],
  ['if (!(cache[2] instanceof Headers))', 'if (!isA(cache[2], "Headers"))'],
  ['Object.setPrototypeOf(Response$1, GlobalResponse);', ''],
  ['Object.setPrototypeOf(Response$1.prototype, GlobalResponse.prototype);', ''],
  ['if (!(headers instanceof Headers))', 'if (!isA(headers, "Headers"))'],
  ['if (header instanceof Headers) {', 'if (isA(header, "Headers")) {'],
  // Hono's modules get them by import.
  ['options.overrideGlobalObjects !== false && global.Request !== Request$1', 'false'],
  ['globalThis.CloseEvent ??', ''],
  ['export { RequestError,', 'export { Request$1 as Request, Response$1 as Response, RequestError,'],
]

/**
 * Keeps `fetch` out of the start of a server: hono's server for Node derives its requests and responses from those of `fetch` as soon as it
 * is loaded, and Node loads 50 ms of code for them. Few requests need one.
 */
export const lazyFetch: Plugin = {
  name: 'lazy-fetch',
  setup(build) {
    build.onLoad({ filter: /[/\\]@hono[/\\]node-server[/\\]dist[/\\]index\.mjs$/ }, async ({ path }) => ({
      contents: changes.reduce(changed, await readFile(path, 'utf8')),
    }))
    build.onLoad(
      { filter: /[/\\]hono[/\\]dist[/\\](context|hono-base|http-exception|middleware[/\\].+)\.js$/ },
      async ({ path }) => ({
        contents: `import { Request, Response } from '@hono/node-server'\n${await readFile(path, 'utf8')}`,
      }),
    )
    build.onResolve({ filter: /^@hono\/node-server$/ }, ({ importer, kind }) =>
      /[/\\]hono[/\\]dist[/\\]/.test(importer)
        ? build.resolve('@hono/node-server', { kind, resolveDir: gateway })
        : undefined,
    )
  },
}

function changed(source: string, [from, to]: readonly [string, string]): string {
  const parts = source.split(from)
  if (parts.length !== 2) throw new Error(`hono's server for Node has changed: it has ${parts.length - 1} x ${from}`)
  return parts.join(to)
}
