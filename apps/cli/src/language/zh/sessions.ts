import type { Catalog } from '@hermes/safety/language'

/** Output of `hermes sessions` and `hermes insights`. */
export const sessions: Catalog = {
  'No session matches.': '没有匹配的会话。',
  '{0} more: --limit 0 shows all.': '还有 {0} 个：--limit 0 显示全部。',
  '{0} msg': '{0} 条',
  '{0} was archived.': '{0} 已归档。',
  '{0} was restored to the lists.': '{0} 已恢复到列表。',
  '{0} is now "{1}".': '{0} 现在是“{1}”。',
  'Delete {0} and its messages permanently?': '永久删除 {0} 及其消息吗？',

  // stats and usage
  'Model calls': '模型调用',
  'On the disk': '占用磁盘',
  'First started': '最早开始',
  'From {0}': '来自 {0}',
  '{0} calls': '{0} 次调用',
  'of it {0}': '其中 {0}',
  'unknown: there is no price for the model, or for its fast mode': '未知：没有此模型或其快速模式的价格',

  // cache
  'No model call of this session was recorded.': '没有记录此会话的模型调用。',
  '{0}, {1} lost the cached prefix, for about {2}': '{0}，{1} 次未命中缓存前缀，约 {2}',
  '{0}, {1} lost the cached prefix': '{0}，{1} 次未命中缓存前缀',
  'call  prompt tokens  cached by the provider': '调用    提示词 token  提供商缓存',
  ', now "{0}"': '，现为“{0}”',
  ', about {0}': '，约 {0}',
  '{0} {1} at byte {2}': '{0} {1}，位于字节 {2}',

  // lineage
  'exceeded its share of the window': '超出窗口占比',
  'rejected by the provider as too long': '因过长被提供商拒绝',
  'asked for': '应要求',
  '{0} → {1} tokens': '{0} → {1} token',
  'compressed ({0}): {1} in {2}': '已压缩（{0}）：{1}，用时 {2}',
  now: '现在',
  '{0} to {1} ({2})': '{0} 至 {1}（{2}）',
  '{0} tokens in, {1} out': '输入 {0} token，输出 {1}',

  // insights
  'By day': '按日',
  'By model': '按模型',
  'By task': '按任务',
  'By surface': '按入口',
  'By tool': '按工具',
  calls: '调用',
  cost: '费用',
  tokens: 'token',
  messages: '消息',
  '{0} ({1} of {2})': '{0}（{1}/{2}）',
  '{0} tool calls': '{0} 次工具调用',
  'There was no activity yet.': '还没有活动。',
  '{0} was not exported: {1}': '{0} 未导出：{1}',
}
