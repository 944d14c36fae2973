import type { Catalog } from '@hermes/safety/language'

/** Messages of `hermes auth`. */
export const credentials: Catalog = {
  label: '标签',
  type: '类型',
  source: '来源',
  fingerprint: '指纹',
  status: '状态',
  'cooling down for {0}': '冷却中，还需 {0}',
  'ok, token valid for {0}': '正常，令牌有效期还有 {0}',
  'ok, token to be renewed': '正常，令牌待续期',
  'API key for {0} (it is not shown): ': '{0} 的 API 密钥（不会显示）：',
  'Added {0}.': '已添加 {0}。',
  'No longer used: {0}.': '不再使用：{0}。',
  'No credential was cooling down.': '没有冷却中的凭据。',
  'Free again: {0}.': '已恢复可用：{0}。',
  'There are no keys and no logins yet. To log in: hermes auth login openrouter':
    '还没有密钥和登录。登录：hermes auth login openrouter',
  '{0} has no key and no login: hermes auth login {1}': '{0} 没有密钥和登录：hermes auth login {1}',
  '{0} has no key and no login: hermes auth add {1}': '{0} 没有密钥和登录：hermes auth add {1}',
  ', {0} more': '，另有 {0} 个',
  'Logged in: {0}. To use it: hermes --provider {1}': '已登录：{0}。使用：hermes --provider {1}',
  '{0} has no login.': '{0} 没有登录。',
  'Logged out: {0}.': '已退出登录：{0}。',
  '{0} has no login to renew.': '{0} 没有可续期的登录。',
  'Renewed {0}.': '已续期 {0}。',
  'Your browser shows this page:': '浏览器已打开此页面：',
  'Open this page:': '请打开此页面：',
  'and type this code, which is valid for {0} min:': '并输入此代码，{0} 分钟内有效：',
  'Never type a code that someone else gave you. Waiting (Ctrl+C to leave) ...':
    '切勿输入他人给你的代码。等待中（Ctrl+C 退出）……',
  'Does the browser run on another machine? Then paste the code here, or the address that it ends at.':
    '浏览器在另一台机器上吗？请将代码或最终到达的地址粘贴到此处。',
  'Waiting (Ctrl+C to leave) ...': '等待中（Ctrl+C 退出）……',
}
