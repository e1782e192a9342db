/**
 * POST: hooks for tests. They exist only where the server was started with TEST_HOOKS=1 and a TEST_HOOKS_TOKEN; whoever calls
 * one brings the token along, and is signed in where a sign-in is asked for.
 */
import { getEngine } from '../../../engine';
import { isBearer } from '../../../sign-in/bearer';
import { countTry } from '../../../sign-in/limits';
import { refusalOfHandler } from '../../../sign-in/session';
import { hooks } from '../hooks';

export const dynamic = 'force-dynamic';

export async function POST(
  request: Request,
  { params }: { params: Promise<{ hook: string }> },
): Promise<Response> {
  const { TEST_HOOKS: isOn, TEST_HOOKS_TOKEN: token } = process.env;
  if ((isOn !== '1' && isOn !== 'true') || !token)
    return answer(404, { message: 'There are no test hooks.' });
  if (!isBearer(request.headers.get('authorization'), token)) {
    const waitSeconds = await countTry('test-hooks');
    return answer(waitSeconds ? 429 : 401, { message: 'That is not the token.' });
  }
  const refusal = await refusalOfHandler();
  if (refusal) return refusal;
  const hook = hooks[(await params).hook];
  if (!hook) return answer(404, { message: `The hooks are ${Object.keys(hooks).join(', ')}.` });
  const input = hook.input.safeParse(await readJson(request));
  if (!input.success) return answer(400, { issues: input.error.issues });
  return answer(200, await hook.run(getEngine(), input.data));
}

async function readJson(request: Request): Promise<unknown> {
  const text = await request.text();
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function answer(status: number, body: unknown): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}
