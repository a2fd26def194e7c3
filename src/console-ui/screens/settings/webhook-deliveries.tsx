import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { Button, Dialog, Listed, Loading, notify, Problem, Table, When } from '../../kit';
import { useText } from '../../words/words';
import { usePages } from '../frame/pages';

type Delivery = Schemas['WebhookDelivery'];
const ADDRESS = '/workspaces/{workspaceId}/webhooks/{webhookId}/deliveries';

/** What was sent, and what became of it. */
export function WebhookDeliveries({ workspaceId, webhookId }: { workspaceId: string; webhookId: string }): ReactNode {
  const text = useText();
  const [open, setOpen] = useState<Delivery | null>(null);
  const deliveries = usePages({
    queryKey: ['listWebhookDeliveries', workspaceId, webhookId],
    read: (page) =>
      dataOf(api.GET(ADDRESS, { params: { path: { workspaceId, webhookId }, query: { limit: 25, ...page } } })),
    itemsOf: (page) => page.deliveries,
  });
  const columns = [
    text('webhooks.event'),
    text('webhooks.deliveryState'),
    text('webhooks.attempts'),
    text('webhooks.last'),
    null,
  ];
  return (
    <section>
      <h2>{text('webhooks.deliveries')}</h2>
      <Listed of={deliveries} empty={text('webhooks.noDeliveries')}>
        {(items) => (
          <Table label={text('webhooks.deliveries')} columns={columns}>
            {items.map((delivery) => (
              <tr key={delivery.id}>
                <th scope="row">
                  <code>{delivery.type}</code>
                </th>
                <td>
                  <DeliveryState delivery={delivery} />
                </td>
                <td>{delivery.attemptCount}</td>
                <td>{delivery.lastAttemptAt && <When at={delivery.lastAttemptAt} />}</td>
                <td>
                  <Button
                    onPress={() => setOpen(delivery)}
                    aria-label={text('webhooks.detailsOf', { name: delivery.type })}
                  >
                    {text('webhooks.details')}
                  </Button>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listed>
      {open && <Details workspaceId={workspaceId} delivery={open} onClose={() => setOpen(null)} />}
    </section>
  );
}

function DeliveryState({ delivery: { state, failureClass, status } }: { delivery: Delivery }): ReactNode {
  const text = useText();
  return (
    <>
      {text(`webhooks.delivery.${state}`)} {status}
      {failureClass && <small className="wrong">{text(`webhooks.failure.${failureClass}`)}</small>}
    </>
  );
}

interface DetailsProps {
  workspaceId: string;
  delivery: Delivery;
  onClose: () => void;
}

/** Each attempt with the beginning of its answer, and the event as it was sent. */
function Details({ workspaceId, delivery, onClose }: DetailsProps): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const path = { workspaceId, webhookId: delivery.webhookId, deliveryId: delivery.id };
  const { data, error, refetch } = useQuery({
    queryKey: ['getWebhookDelivery', workspaceId, delivery.webhookId, delivery.id],
    queryFn: () => dataOf(api.GET(`${ADDRESS}/{deliveryId}`, { params: { path } })),
  });
  const again = useMutation({
    mutationFn: () => api.POST(`${ADDRESS}/{deliveryId}/redeliver`, { params: { path } }),
    onSuccess: () => notify(text('webhooks.redelivering')),
    onError: ({ message }) => notify(message),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['listWebhookDeliveries', workspaceId, delivery.webhookId] });
      await refetch();
    },
  });
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={delivery.type} size="large">
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <Table
            label={text('webhooks.attempts')}
            columns={[text('webhooks.last'), text('webhooks.answer'), text('webhooks.duration')]}
          >
            {data.attempts.map((attempt) => (
              <tr key={attempt.number}>
                <td>
                  <When at={attempt.at} />
                </td>
                <td>
                  {attempt.status}
                  {attempt.failureClass && (
                    <small className="wrong">{text(`webhooks.failure.${attempt.failureClass}`)}</small>
                  )}
                  {attempt.responseExcerpt && <small dir="auto">{attempt.responseExcerpt}</small>}
                </td>
                <td>{text('webhooks.milliseconds', { count: attempt.durationMs })}</td>
              </tr>
            ))}
          </Table>
          {data.event ? (
            <pre className="source-text" tabIndex={0} dir="ltr">
              {JSON.stringify(data.event, null, 2)}
            </pre>
          ) : (
            <p className="soft">{text('webhooks.eventGone')}</p>
          )}
          <footer>
            <Button onPress={() => again.mutate()} isPending={again.isPending} isDisabled={data.event === null}>
              {text('webhooks.redeliver')}
            </Button>
          </footer>
        </>
      )}
    </Dialog>
  );
}
