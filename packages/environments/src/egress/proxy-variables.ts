const local = 'localhost,127.0.0.1,::1'

/** Returns variables that make programs use a proxy on the loopback interface. */
export function proxyVariables(port: number): Readonly<Record<string, string>> {
  const http = `http://127.0.0.1:${port}`
  const socks = `socks5h://127.0.0.1:${port}`
  return {
    HTTP_PROXY: http,
    HTTPS_PROXY: http,
    ALL_PROXY: socks,
    http_proxy: http,
    https_proxy: http,
    all_proxy: socks,
    NO_PROXY: local,
    no_proxy: local,
    YARN_HTTP_PROXY: http,
    YARN_HTTPS_PROXY: http,
    // Without it, `fetch` in Node.js ignores the other variables.
    NODE_USE_ENV_PROXY: '1',
  }
}
