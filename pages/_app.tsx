import type { AppProps } from 'next/app';
import Head from 'next/head';
import '../app/globals.css';
import '#components/checkout/checkout.css';
import '#components/checkout/device.css';
import '#components/checkout/form.css';
import '#components/checkout/methods/methods.css';
import '#components/checkout/outcomes/outcomes.css';

/** The pages of the checkout, with their styles. */
export default function App({ Component, pageProps }: AppProps) {
  return (
    <>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
      </Head>
      <Component {...pageProps} />
    </>
  );
}
