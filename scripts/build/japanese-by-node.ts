import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/**
 * Decodes Japanese mail with the decoder of Node instead of `encoding-japanese`, 250 kB of tables that libmime and imapflow ask for, to convert
 * `jis`, `iso-2022-jp`, `eucjp` and `shift_jis` to text.
 */
export const japaneseByNode: Plugin = {
  name: 'japanese-by-node',
  setup(build) {
    build.onResolve({ filter: /^encoding-japanese$/ }, ({ path }) => ({ path, namespace: 'japanese-by-node' }))
    build.onLoad({ filter: /./, namespace: 'japanese-by-node' }, () => ({
      contents: `
        const nameOf = (charset) => /euc/i.test(charset) ? 'euc-jp' : /s(hift)?_?jis/i.test(charset) ? 'shift_jis' : 'iso-2022-jp'
        export const convert = (bytes, { from }) => new TextDecoder(nameOf(from)).decode(bytes)
        export default { convert }`,
    }))
  },
}
