import { type ReactNode, useEffect } from 'react';
import { LinkButton } from '../../kit/button';
import { Form, FormProblem } from '../../kit/form';
import { SubmitButton } from '../../kit/submit';
import { useText } from '../../words/words';

interface Props {
  title: string;
  children: ReactNode;
  /** Links to other ways in. */
  links?: ReactNode;
}

/** A screen before sign-in: one form on a card, and what an installation has for developers. */
export function PublicPage({ title, children, links }: Props): ReactNode {
  const text = useText();
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  return (
    <div className="public">
      <main className="card">
        <p className="brand">Parley</p>
        <h1>{title}</h1>
        {children}
        {links && <nav className="public-links">{links}</nav>}
      </main>
      <footer className="public-footer">
        <LinkButton to="/docs">{text('app.docs')}</LinkButton>
      </footer>
    </div>
  );
}

/** After a request whose answer comes by mail. */
export function CheckMail({
  children,
  resend,
}: {
  children: ReactNode;
  resend: { mutate: () => void; isPending: boolean; isSuccess: boolean; error: unknown };
}): ReactNode {
  const text = useText();
  return (
    <>
      <p role="status">{children}</p>
      <p>{text('checkMail.help')}</p>
      <Form onSubmit={() => resend.mutate()} problem={resend.error}>
        <FormProblem problem={resend.error} />
        {resend.isSuccess && <p role="status">{text('checkMail.sent')}</p>}
        <SubmitButton look="plain" problem={resend.error} isPending={resend.isPending}>
          {text('checkMail.resend')}
        </SubmitButton>
      </Form>
    </>
  );
}

/** The token of a link is missing, used or expired. */
export function BrokenLink({ title, to, action }: { title: string; to: string; action: string }): ReactNode {
  const text = useText();
  return (
    <PublicPage title={title} links={<LinkButton to={to}>{action}</LinkButton>}>
      <p role="alert">{text('entry.brokenLink')}</p>
    </PublicPage>
  );
}
