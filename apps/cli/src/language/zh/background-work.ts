import type { Catalog } from '@hermes/safety/language'

/** What commands answer about the running turn, sub-agents and work in the background. */
export const backgroundWork: Catalog = {
  'Use /agents, /agents steer ID TEXT or /agents pause|resume|kill ID.':
    '用法：/agents、/agents steer ID TEXT 或 /agents pause|resume|kill ID。',
  'No sub-agent with the id "{0}" is running: see /agents.': '没有 ID 为“{0}”的子代理在运行：见 /agents。',
  'Several ids end in "{0}": give more of it.': '有多个 ID 以“{0}”结尾：请多输入几位。',
  'It has ended already: {0}': '它已经结束：{0}',
  'Ended: {0}': '已结束：{0}',
  'Paused: {0}': '已暂停：{0}',
  'Resumed: {0}': '已继续：{0}',
  'Told the sub-agent: {0}': '已告知子代理：{0}',
  'Nothing runs.': '没有正在运行的内容。',
  'Say what to work on: /bg check the links in the README.': '请说明要做什么：/bg 检查 README 中的链接。',
  'It runs in the session {0}. You will be notified when it has ended.': '正在会话 {0} 中运行。结束后会通知你。',
  '/resume {0} shows it.': '用 /resume {0} 查看。',
  'There is no heartbeat here: /heartbeat every 30m check the build sets one.':
    '这里没有心跳任务：/heartbeat every 30m 检查构建 可设置一个。',
  'The heartbeat has ended.': '心跳任务已结束。',
  '{0}, as long as this session is open here, and whenever it is idle: {1}': '{0}，只要此会话在这里打开且空闲：{1}',
  'Say how often, and what to do: /heartbeat every 30m check the build.':
    '请说明多久一次、做什么：/heartbeat every 30m 检查构建。',
  'A heartbeat comes every so many whole minutes, at least one: /heartbeat every 1m check the build.':
    '心跳任务的间隔是整分钟，至少一分钟：/heartbeat every 1m 检查构建。',
  'The background session did not run.': '后台会话未运行。',
  'The background session failed: {0}': '后台会话失败：{0}',
  'The background session was interrupted: {0}': '后台会话被中断：{0}',
  'The background session has ended: {0}': '后台会话已结束：{0}',
  'There is nothing to review yet.': '还没有可审查的内容。',
  'The review did not end with an answer. /resume {0} shows it.': '审查没有得出回答。用 /resume {0} 查看。',
  'Say what to plan: /plan move the tests to vitest.': '请说明要计划什么：/plan 将测试迁移到 vitest。',
  'Ask something: /btw what did we name the branch?': '请提问：/btw 分支叫什么名字？',
  'No model can answer beside the conversation: configure a provider.': '没有可旁问的模型：请配置提供商。',
  'The model returned an empty answer.': '模型返回了空回答。',
  'Say what the model should know: /steer look at the tests first.': '请说明要告诉模型什么：/steer 先看测试。',
  'Process ended with exit code {0}: {1}': '进程已结束，退出码 {0}：{1}',
  'Process says "{0}": {1}': '进程输出“{0}”：{1}',
  'Process was ended together with Hermes: {0}': '进程已随 Hermes 一起结束：{0}',
  '{0} (your next message tells the model)': '{0}（你的下一条消息会告知模型）',
  'The user stopped it.': '用户停止了它。',
  'The turn was ended.': '本轮已结束。',
  '1 background process was ended.': '已结束 1 个后台进程。',
  '{0} background processes were ended.': '已结束 {0} 个后台进程。',
  'Nothing waits.': '没有等待中的消息。',
}
